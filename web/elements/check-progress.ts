// <s2s-check-progress>: how far the reader has come with the moments of the page, with links to them. Kept on the device
// only on request; downloaded, printed and cleared here.
//
// Attributes: theme, lang, controls (remember download print clear). Property: state.
import { html, nothing } from 'lit';
import { type Moment, parts } from '../check/moment';
import { momentNamed, moments } from '../check/moments';
import { progress } from '../check/progress';
import { progressStyles } from '../check/progress-styles';
import { markOf, print, reportPage, resultOf } from '../check/report';
import { loadWords, type Strings, wordsFor } from '../check/words';
import { define } from '../lib/define';
import { download } from '../lib/download';
import { base, controls, tokens } from '../parts/styles';
import { S2sElement } from './element';

export class CheckProgress extends S2sElement {
  static override properties = { ...S2sElement.properties, forbidden: { state: true } };

  private forbidden = false;
  private readonly changed = () => this.requestUpdate();

  protected override get strings(): Strings {
    return wordsFor(this.lang);
  }
  protected override loadWords(): Promise<unknown> {
    return loadWords(this.lang);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    progress.addEventListener('change', this.changed);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    progress.removeEventListener('change', this.changed);
  }
  protected seen(): void {
    this.requestUpdate(); // moments further down the page are there by now
  }
  protected engineLost(): void {}

  get state() {
    return { entries: progress.all, remembers: progress.remembers };
  }

  /** Those on the page and those answered; all there are where the page has none. */
  private get listed(): readonly Moment[] {
    const here = [...document.querySelectorAll('s2s-check')].map((element) =>
      momentNamed(element.getAttribute('moment') ?? ''),
    );
    const answered = progress.all.map((entry) => momentNamed(entry.moment));
    const wanted = new Set([...here, ...answered]);
    return here.some(Boolean) ? moments.filter((moment) => wanted.has(moment)) : moments;
  }

  private remember(event: Event): void {
    const box = event.target as HTMLInputElement;
    this.forbidden = !progress.remember(box.checked);
    box.checked = progress.remembers;
  }

  override render() {
    const words = this.strings.check.progress;
    const { listed } = this;
    const entries = progress.all;
    const count = (list: readonly Moment[], good: (entry: (typeof entries)[number]) => boolean) =>
      list.filter(({ name }) => entries.some((entry) => entry.moment === name && good(entry))).length;
    const right = (list: readonly Moment[]) => count(list, (entry) => entry.firstRight);
    const answered = (list: readonly Moment[]) => count(list, () => true);
    return html`<div class="root">
      <section class="frame" aria-label=${words.title}>
        <h3>${words.title}</h3>
        <p class="summary">
          ${entries.length === 0 ? words.none : words.summary(right(listed), answered(listed), listed.length)}
        </p>
        <div class="parts">
          ${parts.map((part) => {
            const own = listed.filter((moment) => moment.part === part);
            if (own.length === 0) return nothing;
            return html`<div class="part">
              <h4>
                ${this.strings.check.parts[part]}
                <span class="soft number">${words.counts(answered(own), own.length)}</span>
              </h4>
              <ul>
                ${own.map((moment) => this.line(moment))}
              </ul>
            </div>`;
          })}
        </div>
        ${this.choices(listed, entries)}
      </section>
      ${this.liveRegion}
    </div>`;
  }

  private line({ name }: Moment) {
    const entry = progress.all.find(({ moment }) => moment === name);
    const { title } = this.strings.check.moments[name];
    const result = entry ? resultOf(entry, this.strings) : '';
    const mark = html`<span class="mark ${entry ? (entry.firstRight ? 'good' : 'other') : ''}" aria-hidden="true">${markOf(entry)}</span>`;
    const here = placeOf(`moment-${name}`) !== null;
    return html`<li>
      ${mark}
      <span
        >${here ? html`<a href="#moment-${name}" @click=${this.go}>${title}</a>` : title}${
          result ? html` <span class="soft result">${result}</span>` : nothing
        }</span
      >
    </li>`;
  }

  /** A base address of the host's would lead elsewhere: the moment itself is scrolled to. */
  private go(event: Event): void {
    const name = (event.currentTarget as HTMLAnchorElement).hash.slice(1);
    const target = placeOf(name);
    if (!target) return;
    event.preventDefault();
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${name}`);
    target.scrollIntoView({ block: 'start' });
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  private choices(listed: readonly Moment[], entries: typeof progress.all) {
    const words = this.strings.check.progress;
    const none = entries.length === 0;
    const button = (name: string, text: string, act: () => void) =>
      this.hasControl(name)
        ? html`<button type="button" class=${name} aria-disabled=${none} @click=${() => none || act()}>${text}</button>`
        : nothing;
    return html`<div class="choices">
      ${
        this.hasControl('remember')
          ? html`<label class="remember">
              <input type="checkbox" .checked=${progress.remembers} aria-describedby="hint" @change=${this.remember} />
              <span>${words.remember}</span>
            </label>`
          : nothing
      }
      <div class="buttons">
        ${button('download', words.download, () => download(words.filename, new Blob([reportPage(listed, entries, this.strings, this.lang)], { type: 'text/html' })))}
        ${button('print', words.print, () => print(listed, entries, this.strings))}
        ${button('clear', words.clear, () => {
          progress.clear();
          this.say(words.cleared);
        })}
      </div>
      <p id="hint" class="soft hint" role=${this.forbidden ? 'alert' : nothing}>
        ${this.hasControl('remember') ? (this.forbidden ? words.forbidden : words.rememberHint) : ''}
      </p>
    </div>`;
  }

  static override styles = [tokens, base, controls, S2sElement.shared, progressStyles];
}

/** Where `moment-name` is on the page. A moment takes its id when its code is there, which may be when it is near only. */
const placeOf = (id: string): HTMLElement | null =>
  document.getElementById(id) ??
  document.querySelector<HTMLElement>(`s2s-check[moment="${CSS.escape(id.replace('moment-', ''))}"]`);

define('s2s-check-progress', CheckProgress);
