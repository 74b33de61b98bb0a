// What every element offers to take along: its pictures (SVG, PNG), its numbers (CSV), its tag with the state on screen.
//
//   <s2s-part-export-menu
//     .name=${words.name} .file=${'shapes'} .strings=${this.strings}
//     .pictures=${[{ title: '', element: () => this.renderRoot.querySelector('.figure') }]}
//     .tables=${[{ title: '', table: () => ({ columns: ['step', 'loss'], rows }) }]}
//     .tag=${() => '<s2s-shapes batch="2"></s2s-shapes>'}
//   ></s2s-part-export-menu>
import { css, html, LitElement, nothing } from 'lit';
import { copyText } from '../lib/clipboard';
import { define } from '../lib/define';
import { download } from '../lib/download';
import { toFailure } from '../lib/failure';
import { asPng, pictureOf } from '../lib/picture';
import { asCsv, type Table } from '../lib/table';
import { en, type Strings } from '../strings/en';
import { base, controls, tokens } from './styles';

/** `title` tells one from another where there are several; it also names the file. Read when the reader asks. */
export interface Picture {
  title: string;
  element: () => Element | null;
}
export interface Numbers {
  title: string;
  table: () => Table;
}

export class ExportMenu extends LitElement {
  static override properties = {
    name: { attribute: false },
    file: { attribute: false },
    pictures: { attribute: false },
    tables: { attribute: false },
    tag: { attribute: false },
    strings: { attribute: false },
    open: { state: true },
    said: { state: true },
    wrong: { state: true },
    snippets: { state: true },
  };

  /** What people call the element, and the first part of its files' names. */
  name = '';
  file = 'seq2seq';
  pictures: readonly Picture[] = [];
  tables: readonly Numbers[] = [];
  /** HTML of the element as it stands; without it the menu has no such line. */
  tag: (() => string) | null = null;
  strings: Strings = en;

  private open = false;
  private said = '';
  /** What failed, seen in the open menu; spoken as what was said is. */
  private wrong = '';
  private snippets: typeof import('../embed/snippets') | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.elsewhere);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.elsewhere);
  }

  private readonly elsewhere = (event: Event) => {
    if (this.open && !event.composedPath().includes(this)) this.open = false;
  };

  override render() {
    const words = this.strings.exportMenu;
    const capital = (title: string) => title.charAt(0).toLocaleUpperCase(this.strings.lang) + title.slice(1);
    const label = (what: string, title: string) => (title === '' ? what : words.titled(what, capital(title)));
    return html`<div class="root" @keydown=${this.key} @focusout=${this.left}>
      <button
        type="button"
        class="quiet open"
        aria-expanded=${this.open}
        aria-label=${words.about(this.name)}
        @click=${this.toggle}
        @pointerenter=${this.fetchSnippets}
        @focus=${this.fetchSnippets}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M7 1h2v7l2.6-2.6L13 6.8 8 11.8 3 6.8l1.4-1.4L7 8zM2 13h12v2H2z"></path></svg>
        ${words.open}
      </button>
      ${
        this.open
          ? html`<ul>
              ${this.drawable.map(
                (picture) => html`<li>${this.act(label(words.svg, picture.title), () => this.saveSvg(picture))}</li>
                  <li>${this.act(label(words.png, picture.title), () => this.savePng(picture))}</li>`,
              )}
              ${this.filled.map((table) => html`<li>${this.act(label(words.csv, table.title), () => this.saveCsv(table))}</li>`)}
              ${this.tag ? html`<li>${this.act(words.tag, () => this.copy(this.tag?.() ?? ''))}</li>${this.embeds()}` : nothing}
              ${this.wrong ? html`<li class="wrong" aria-hidden="true">${this.wrong}</li>` : nothing}
            </ul>`
          : nothing
      }
      <p class="hidden" role="status">${this.said}</p>
    </div>`;
  }

  /** What there is of them: nobody is offered what is empty. */
  private get drawable() {
    return this.pictures.filter(({ element }) => element());
  }
  private get filled() {
    return this.tables.filter(({ table }) => table().rows.length > 0);
  }

  /** Where there is no room below, as at the end of a frame, the list opens upwards. */
  override updated(): void {
    const list = this.renderRoot.querySelector('ul');
    if (!list || list.classList.contains('up')) return;
    const { top, bottom, height } = list.getBoundingClientRect();
    list.classList.toggle('up', bottom > innerHeight && top - height > 48);
  }

  private act(label: string, act: () => Promise<string> | string) {
    const run = async () => {
      try {
        [this.said, this.wrong] = [await act(), ''];
        this.close();
      } catch (error) {
        this.wrong = this.strings.exportMenu.failed(toFailure(error).message);
        this.said = this.wrong;
      }
    };
    return html`<button type="button" class="quiet" @click=${run}>${label}</button>`;
  }

  private saveSvg({ title, element }: Picture): string {
    return this.save(new Blob([this.drawn(element)], { type: 'image/svg+xml' }), title, 'svg');
  }
  private async savePng({ title, element }: Picture): Promise<string> {
    const blob = await asPng(this.drawn(element));
    if (!blob) throw new Error(this.strings.exportMenu.tooLarge);
    return this.save(blob, title, 'png');
  }
  private saveCsv({ title, table }: Numbers): string {
    return this.save(new Blob([asCsv(table())], { type: 'text/csv;charset=utf-8' }), title, 'csv');
  }
  private async copy(text: string): Promise<string> {
    await copyText(text);
    return this.strings.exportMenu.copied;
  }

  // ---- For other pages ----------------------------------------------------------------------------------------------

  private embeds() {
    const { snippets } = this;
    const base = snippets?.place();
    if (!snippets || !base) return nothing; // one file on a disk has no address for others
    const words = this.strings.exportMenu.embed;
    const { name } = this;
    const { lang } = this.strings;
    const tag = (lock = false) => {
      const own = this.tag?.() ?? '';
      return lock ? snippets.lockedTag(own) : own;
    };
    const host = (this.getRootNode() as ShadowRoot).host as HTMLElement;
    const script = async (lock: boolean) =>
      this.copy(snippets.scriptSnippet(tag(lock), name, base, lang, await snippets.integrityOf(base)));
    const frame = async (lock: boolean) => {
      const height = lock ? await snippets.heightOf(tag(lock), host) : host.offsetHeight;
      return this.copy(snippets.frameSnippet(tag(lock), name, base, lang, height));
    };
    const [picture] = this.drawable;
    return html`<li>${this.act(words.script, () => script(false))}</li>
      <li>${this.act(words.scriptLocked, () => script(true))}</li>
      <li>${this.act(words.frame, () => frame(false))}</li>
      <li>${this.act(words.frameLocked, () => frame(true))}</li>
      ${
        picture
          ? html`<li>${this.act(words.picture, () => this.copy(snippets.pictureSnippet(tag(), name, base, lang, this.fileName(picture.title, 'svg'))))}</li>`
          : nothing
      }`;
  }

  private drawn(element: () => Element | null): string {
    const found = element();
    if (!found) throw new Error(this.strings.exportMenu.nothing);
    return pictureOf(found);
  }

  private fileName(title: string, end: string): string {
    const stem = [this.file, title]
      .filter((part) => part !== '')
      .join('-')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '');
    return `${stem}.${end}`;
  }

  private save(blob: Blob, title: string, end: string): string {
    const file = this.fileName(title, end);
    download(file, blob);
    return this.strings.exportMenu.saved(file);
  }

  private toggle(): void {
    this.open = !this.open;
    this.fetchSnippets();
    [this.said, this.wrong] = ['', ''];
  }
  /** Before the press, so that the list does not grow under the pointer. */
  private fetchSnippets(): void {
    if (!this.tag || this.snippets) return;
    import('../embed/snippets').then(
      (snippets) => {
        this.snippets = snippets;
      },
      () => {}, // not reachable now: the menu has what it had
    );
  }
  private close(): void {
    const within = this.renderRoot.querySelector('ul')?.matches(':focus-within');
    this.open = false;
    if (within) this.renderRoot.querySelector<HTMLButtonElement>('.open')?.focus();
  }
  private left(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && !this.renderRoot.contains(event.relatedTarget)) this.open = false;
  }
  private key(event: KeyboardEvent): void {
    if (!this.open) return;
    const items = [...this.renderRoot.querySelectorAll<HTMLButtonElement>('button')];
    const at = items.indexOf((this.renderRoot as ShadowRoot).activeElement as HTMLButtonElement);
    if (event.key === 'Escape') this.close();
    else if (event.key === 'ArrowDown') items[Math.min(items.length - 1, at + 1)]?.focus();
    else if (event.key === 'ArrowUp') items[Math.max(0, at - 1)]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  static override styles = [
    tokens,
    base,
    controls,
    css`
      :host {
        display: inline-block;
      }
      .root {
        position: relative;
      }
      ul {
        position: absolute;
        z-index: 2;
        inset-block-start: calc(100% + 4px);
        inset-inline-end: 0;
        display: grid;
        width: max-content;
        max-width: 256px;
        margin: 0;
        padding: 4px;
        border: 1px solid var(--s2s-line-strong);
        border-radius: 8px;
        background: var(--s2s-surface);
        box-shadow: 0 4px 16px rgb(0 0 0 / 18%);
        list-style: none;
      }
      ul.up {
        inset-block: auto calc(100% + 4px);
      }
      li button.quiet {
        justify-content: flex-start;
        width: 100%;
        min-height: 32px;
        color: var(--s2s-ink);
        text-align: start;
        white-space: normal;
      }
      .wrong {
        padding: 6px 8px;
        border-top: 1px solid var(--s2s-line);
        color: var(--s2s-wrong);
        font-size: 13px;
      }
      @media (pointer: coarse) {
        li button.quiet {
          min-height: 44px;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

define('s2s-part-export-menu', ExportMenu);
