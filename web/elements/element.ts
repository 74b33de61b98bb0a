// What all elements share: theme, language, starting when seen, status spoken sparingly, keys, events.
import { css, html, LitElement, nothing, type PropertyDeclaration, type PropertyValues } from 'lit';
import { tolerant } from '../lib/attributes';
import { EngineHold, onEngineBack, onEngineLost } from '../lib/engine';
import { prefersReducedMotion } from '../lib/media';
import type { Strings } from '../strings/en';
import { inheritedLanguage, loadStrings, stringsFor } from '../strings/languages';

const pressable = 'button, input, select, textarea, summary, [tabindex]';

export type Autostart = 'visible' | 'click' | 'off';

/** What the page has not asked for is not written into it: a page that is brought to life anew would find it changed. */
const named = (theme: string) => (theme === 'auto' ? null : theme);

export abstract class S2sElement extends LitElement {
  static override properties = {
    theme: { type: String, reflect: true, converter: { toAttribute: named } },
    lang: { type: String },
    autostart: { type: String },
    controls: { type: String },
    spoken: { state: true },
  };

  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor | undefined {
    const accessor = LitElement.getPropertyDescriptor(name, key, options);
    return options.state || !accessor ? accessor : tolerant(name, options, accessor);
  }

  /** `auto` follows the host page's `color-scheme`. */
  theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The words' language; unset: that of the page around. */
  override lang = '';
  /** `visible`: loads and runs when it comes into view; `click`: loads then, runs on request; `off`: loads on request. */
  autostart: Autostart = 'click';
  /** Names of the controls that stay, separated by blanks; empty or taken away: all. */
  controls = '';

  private spoken = '';
  /** Has come into view since it is in the document; being moved about in it does not change that. */
  private wasSeen = false;
  private undo: (() => void)[] = [];
  /** The element's hand on the page's engine. */
  protected readonly hold = new EngineHold();

  protected get strings(): Strings {
    return stringsFor(this.lang);
  }
  /** Resolves when `strings` has the words of the language, where there are such. */
  protected loadWords(): Promise<unknown> {
    return loadStrings(this.lang);
  }

  /** `controls="none"`: nothing to press, with the pointer or by key. */
  protected get isLocked(): boolean {
    return this.controls.trim() === 'none';
  }

  /** Moving pictures start by themselves where the reader has nothing against it, or where nothing else could start them. */
  protected get startsItself(): boolean {
    return this.autostart === 'visible' && (this.isLocked || !prefersReducedMotion());
  }

  protected hasControl(name: string): boolean {
    const names = this.controls.trim();
    return names === '' || names.split(/\s+/).includes(name);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.hold.enter();
    if (this.lang === '') this.lang = inheritedLanguage(this);
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        sight.disconnect();
        this.wasSeen = true;
        void this.loadWords().then(() => {
          if (this.isConnected) this.seen();
        });
      },
      { rootMargin: '64px' },
    );
    if (!this.wasSeen) sight.observe(this);
    this.undo = [
      () => sight.disconnect(),
      onEngineLost((error) => this.engineLost(error)),
      onEngineBack(() => this.engineBack()),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
    // An element that is only moved comes back at once and keeps what it has.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.wasSeen = false;
      this.left();
      this.hold.leave();
    });
  }

  protected override update(changed: PropertyValues): void {
    // Pages set the attribute, frameworks the property where there is one: here both have arrived.
    if (changed.has('lang')) {
      if (this.lang === '') this.lang = inheritedLanguage(this);
      void this.loadWords().then(() => {
        this.requestUpdate();
        this.relabelled();
      });
    }
    const root = this.renderRoot as ShadowRoot;
    const held = root.activeElement;
    const all = held ? [...root.querySelectorAll<HTMLElement>(`${pressable}, ${held.localName}`)] : [];
    super.update(changed);
    // Read aloud as what they are, also where the page, or a language without words here, says something else.
    root.querySelector<HTMLElement>('.root')!.lang = this.strings.lang;
    if (held) this.keepFocus(held, all);
  }

  // What has the focus may go by a press, or can be pressed no more: the focus goes to what stands before it, and does not
  // fall to the page's start.
  private keepFocus(held: Element, all: HTMLElement[]): void {
    if (held.isConnected && !held.matches(':disabled')) return;
    const place = all.indexOf(held as HTMLElement);
    const stays = (one: HTMLElement) => one.isConnected && !one.matches(':disabled') && one.checkVisibility();
    (all.slice(0, place).findLast(stays) ?? all.find(stays))?.focus();
  }

  /** Another language: what was made of words, and is kept, has to be made anew. */
  protected relabelled(): void {}

  /** The first time the element comes into view. */
  protected abstract seen(): void;
  protected abstract engineLost(error: Error): void;
  protected engineBack(): void {}
  /** Taken out of the document for good. */
  protected left(): void {}

  /** A polite live region speaks it. Saying the same twice speaks twice. */
  protected say(text: string): void {
    if (text === '') return;
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
  protected get liveRegion() {
    return html`<p class="hidden" role="status">${this.spoken}</p>`;
  }

  protected keyList(title: string, keys: readonly (readonly [string, string])[]) {
    if (this.isLocked) return nothing;
    return html`<p class="keys">
      <span>${title}</span>
      ${keys.map(([key, act]) => html`<span>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}${act}</span>`)}
    </p>`;
  }

  protected emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  static shared = css`
    /* What belongs together stays in one look, however wide the page is; a page's own style may say otherwise. */
    :host {
      max-width: min(100%, 1280px);
    }
    /* A container has no width of its own to offer: asked for it, as in a flex box or a table's cell, it would vanish. So
       a line of two words, far apart, says how wide a figure likes to be, and that it can be as narrow as may be. */
    :host::before {
      content: '. .';
      display: block;
      height: 0;
      overflow: hidden;
      visibility: hidden;
      white-space: normal;
      word-spacing: min(1280px, 100vw);
    }
    /* All of the host's width, also where a page makes a flex box of the host. */
    .root {
      container-type: inline-size;
      flex: none;
      width: 100%;
    }
    :host([theme='light']) {
      color-scheme: light;
    }
    :host([theme='dark']) {
      color-scheme: dark;
    }
    .frame {
      border: 1px solid var(--s2s-line);
      border-radius: 12px;
      background: var(--s2s-surface);
    }
    .keys {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      padding: 12px 24px;
      border-top: 1px solid var(--s2s-line);
      color: var(--s2s-ink-soft);
      font-size: 12px;
      line-height: 20px;
    }
    .foot {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0 16px;
      padding-inline-end: 16px;
      border-top: 1px solid var(--s2s-line);
    }
    .foot:not(:has(*)) {
      display: none;
    }
    .foot s2s-part-export-menu {
      margin-inline-start: auto;
    }
    .foot .keys {
      flex: 1 1 320px;
      border-top: 0;
    }
    .trouble {
      padding: 0 24px 16px;
    }
    @container (max-width: 640px) {
      .frame {
        border-radius: 8px;
      }
      .keys {
        padding: 12px 16px;
      }
      .trouble {
        padding-inline: 16px;
      }
    }
    @media (pointer: coarse) and (hover: none) {
      .keys {
        display: none;
      }
    }
    @media print {
      .keys {
        display: none;
      }
    }
  `;
}

/** True where a key press belongs to the control it was made in, not to the element's shortcuts. */
export function isForControl(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.composedPath()[0];
  return target instanceof HTMLInputElement && (target.type === 'text' || target.type === 'search');
}
