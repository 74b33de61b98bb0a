// What a reader takes along as text.

/** Puts it on the clipboard, in answer to a press; rejects where the browser lets nobody do that. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    // Absent on plain http, forbidden in other sites' frames. The older way is neither.
    if (!copiedFromField(text)) throw error;
  }
}

function copiedFromField(text: string): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const field = document.createElement('textarea');
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0' });
  field.value = text;
  // Beside what was pressed: menus close where the focus leaves them.
  if (focused && focused !== document.body) focused.after(field);
  else document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  (focused as HTMLElement | null)?.focus({ preventScroll: true });
  return copied;
}
