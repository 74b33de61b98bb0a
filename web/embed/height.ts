// Tells the page around a frame how high its content is, in the forms that course platforms and common scripts listen
// to. Nobody has to listen: the frame then scrolls.

/** One message for each form. */
export function messages(height: number): unknown[] {
  return [
    // Canvas and other platforms that speak LTI; Moodle takes it for LTI activities. As text and as an object.
    JSON.stringify({ subject: 'lti.frameResize', height }),
    { subject: 'lti.frameResize', height },
    // H5P's resizer, part of Moodle, WordPress and Drupal sites that have H5P.
    { context: 'h5p', action: 'resize', scrollHeight: height, clientHeight: height },
    // oEmbed's and AMP's form, and a plain one for a listener of one's own (docs/embedding.md).
    { sentinel: 'amp', type: 'embed-size', height },
    { type: 'seq2seq-lab:height', height },
  ];
}

/** The form of iframe-resizer 3 and 4: sent to those that have greeted the frame with their id. */
export const resizerMessage = (id: string, width: number, height: number) =>
  `[iFrameSizer]${id}:${height}:${width}:resize`;

export const resizerGreeting = (data: unknown): string | null =>
  typeof data === 'string' && data.startsWith('[iFrameSizer]') ? (data.slice(13).split(':')[0] ?? null) : null;
