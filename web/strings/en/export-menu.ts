// The words of the menu that every element has for taking its pictures and numbers along.
export const exportMenu = {
  open: 'Save',
  about: (name: string) => `Save from “${name}”`,
  svg: 'Picture, SVG',
  png: 'Picture, PNG',
  csv: 'Numbers, CSV',
  titled: (what: string, title: string) => `${what}: ${title}`,
  tag: 'Copy the tag for a page',
  embed: {
    script: 'Embed: script and tag',
    scriptLocked: 'Embed: script and tag, locked',
    frame: 'Embed: frame',
    frameLocked: 'Embed: frame, locked',
    picture: 'Embed: the picture with a link',
  },
  /** The columns where a table has one number a row. */
  longTable: ['quantity', 'row', 'column', 'value'] as const,
  copied: 'Copied.',
  saved: (file: string) => `Saved as ${file}.`,
  tooLarge: 'the picture is too large for this browser.',
  nothing: 'there is nothing to see yet.',
  failed: (reason: string) => `Not saved: ${reason}`,
};
