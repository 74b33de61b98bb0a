// A program text with line groups that light up, classes that fold, and what the run prints boxed under its lines.
import { css, html, LitElement, nothing } from 'lit';
import { copyText } from '../lib/clipboard';
import { define } from '../lib/define';
import { asText, type Line, type Section } from '../program/listing-text';
import { en, type Strings } from '../strings/en';
import { base, controls, tokens } from './styles';

const keywords = /^(?:class|def|return|for|in|if|with|import|from|as|and|or|not)$/;
const quantities: Record<string, string> = { alpha: 'alpha', energy: 'alpha', context: 'c', h: 'h', s: 's' };
const pieces = /(#.*$)|(f?"[^"]*")|([A-Za-z_][\w.]*)|([^A-Za-z_#"]+)/g;

export class Listing extends LitElement {
  static override properties = {
    sections: { attribute: false },
    prints: {
      attribute: false,
      hasChanged: (now: unknown, before: unknown) => JSON.stringify(now) !== JSON.stringify(before),
    },
    lit: { attribute: false },
    annotate: { attribute: false },
    note: { attribute: false },
    strings: { attribute: false },
    closed: { state: true },
    copied: { state: true },
  };

  sections: readonly Section[] = [];
  /** What each printing line has printed so far. */
  prints: Partial<Record<NonNullable<Line['prints']>, readonly string[]>> = {};
  /** The group of lines that lights up. */
  lit: Line['about'] | null = null;
  /** What stands above a line as its comment; undefined: nothing. Copy leaves it out. */
  annotate: ((section: string, text: string) => unknown) | undefined;
  note = '';
  strings: Strings = en;

  private closed: ReadonlySet<string> = new Set(['Encoder', 'Decoder']);
  private copied = false;

  override render() {
    const words = this.strings.listing;
    return html`<div class="root">
      <div class="head">
        <h3>${words.title}</h3>
        <button type="button" class="quiet" @click=${this.copy}>${this.copied ? words.copied : words.copy}</button>
      </div>
      <div class="text" tabindex="0" role="group" aria-label=${words.title} translate="no">
        ${this.sections.map((section) => this.section(section))}
      </div>
      <p class="note">${this.note}</p>
    </div>`;
  }

  private section(section: Section) {
    const closed = section.folds && this.closed.has(section.name);
    const [first, ...rest] = section.lines;
    if (!first) return nothing;
    return html`<div class="section">
      ${
        section.folds
          ? html`<button
              type="button"
              class="fold"
              aria-expanded=${!closed}
              aria-label=${this.strings.listing.fold(section.name, section.lines.length)}
              @click=${() => this.fold(section.name)}
            >
              <span aria-hidden="true">${closed ? '▸' : '▾'}</span>
            </button>`
          : nothing
      }
      ${this.line(first, closed ? ' …' : '')} ${closed ? nothing : rest.map((line) => this.line(line, '', section.name))}
    </div>`;
  }

  private line(line: Line, more = '', section = '') {
    const above = this.annotate?.(section, line.text);
    const printed = line.prints ? (this.prints[line.prints] ?? []) : [];
    const lit = line.about !== undefined && line.about === this.lit;
    return html`${above === undefined ? nothing : html`<span class="line above">${/^ */.exec(line.text)}# ${above}</span>`}<code class="line ${lit ? 'lit' : ''}">${coloured(line.text)}${more}${'\n'}</code>
      ${
        printed.length > 0
          ? html`<samp class="prints" data-prints=${line.prints!}
              ><span class="hidden">${this.strings.listing.prints} </span>${printed.map((text) => html`<span>${text}</span>`)}</samp
            >`
          : nothing
      }`;
  }

  private fold(name: string) {
    const closed = new Set(this.closed);
    if (!closed.delete(name)) closed.add(name);
    this.closed = closed;
  }

  private async copy() {
    try {
      await copyText(asText(this.sections));
      this.copied = true;
      setTimeout(() => {
        this.copied = false;
      }, 2000);
    } catch {
      // Not allowed in this frame: select the text instead, so that the reader's own copy works.
      getSelection()?.selectAllChildren(this.renderRoot.querySelector('.text')!);
    }
  }

  static override styles = [
    tokens,
    base,
    controls,
    css`
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        min-height: 28px;
      }
      .text {
        position: relative; /* else hidden words in it would widen the page */
        margin-top: 8px;
        padding: 12px 0;
        border: 1px solid var(--s2s-line);
        border-radius: 8px;
        background: var(--s2s-sunken);
        overflow-x: auto;
      }
      .section {
        position: relative;
        width: max-content;
        min-width: 100%;
      }
      .section + .section {
        margin-top: 10px;
      }
      .line {
        display: block;
        padding: 0 0 0 24px;
        font: 400 12px / 19px var(--s2s-mono);
        white-space: pre;
      }
      .line.lit {
        background: color-mix(in oklab, var(--s2s-accent) 16%, transparent);
        box-shadow: inset 3px 0 0 var(--s2s-accent);
      }
      .above {
        margin-top: 2px;
        color: var(--s2s-accent);
      }
      .above sub {
        font-size: 0.75em;
        line-height: 1;
      }
      .keyword {
        font-weight: 700;
      }
      .comment {
        color: var(--s2s-ink-soft);
      }
      .string {
        color: var(--s2s-v);
      }
      .fold {
        position: absolute;
        top: -3px;
        left: 2px;
        width: 24px;
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        color: var(--s2s-ink-soft);
        font-size: 12px;
      }
      .prints {
        display: grid;
        grid-template-columns: repeat(3, max-content);
        gap: 0 20px;
        width: fit-content;
        margin: 3px 16px 5px 24px;
        padding: 2px 10px;
        border: 1px solid var(--s2s-line-strong);
        border-radius: 6px;
        background: var(--s2s-surface);
        font: 500 12px / 19px var(--s2s-mono);
        font-variant-numeric: tabular-nums;
        white-space: pre;
      }
      .note {
        margin-top: 8px;
        color: var(--s2s-ink-soft);
        font-size: 12px;
        line-height: 16px;
      }
      @media print {
        button {
          display: none;
        }
        .text {
          position: relative; /* else hidden words in it would widen the page */
          overflow: visible;
        }
        .line {
          white-space: pre-wrap;
        }
      }
    `,
  ];
}

function coloured(text: string) {
  return [...text.matchAll(pieces)].map(([piece, comment, string, name]) => {
    if (comment) return html`<span class="comment">${piece}</span>`;
    if (string) return html`<span class="string">${piece}</span>`;
    if (name && keywords.test(name)) return html`<span class="keyword">${piece}</span>`;
    const [head = ''] = name?.split('.') ?? [];
    const quantity = Object.hasOwn(quantities, head) ? quantities[head] : undefined;
    return quantity ? html`<span class=${quantity}>${piece}</span>` : piece;
  });
}

define('s2s-part-listing', Listing);
