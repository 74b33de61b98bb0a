// <s2s-shapes>: the forward pass of the lesson's model as a picture, with the shape of every tensor at any sizes, the
// parameters of every module, and what a training step costs. Pointing at a tensor, or walking to it with the arrow
// keys, follows it.
//
// Attributes: batch, source-length, target-length, embedding-size, hidden-size, vocabulary, follow (the name of a tensor
// or box), autostart (off: the engine loads with the first change), controls (sizes claim cost tables export), theme,
// lang. Methods: ready, reset(), state. Events: s2s-ready, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import type { ForwardCost, ForwardSizes, ParameterCounts } from '../../wasm/client';
import { define } from '../lib/define';
import { toFailure } from '../lib/failure';
import { grouped } from '../lib/format';
import { tagWith } from '../lib/markup';
import { errorPanelStyles } from '../parts/error-panel';
import '../parts/export-menu';
import '../parts/field';
import { base, controls, tokens } from '../parts/styles';
import { tableView } from '../parts/table-view';
import { firstPicture } from '../shapes/first-picture';
import { find, type Item } from '../shapes/graph';
import '../shapes/map';
import { costPanel, inspector, parameterPanel, type ShapesView } from '../shapes/panels';
import { attributes, claimed, type Letter, letters, nearestStop, properties, read, stops, toy } from '../shapes/sizes';
import { shapesStyles } from '../shapes/styles';
import { costTable, tensorTable, weightTable } from '../shapes/tables';
import { AskingElement } from './asking-element';
import { isForControl, S2sElement } from './element';

export class Shapes extends AskingElement {
  static override properties = {
    ...AskingElement.properties,
    ...Object.fromEntries(
      letters.map((letter) => [properties[letter], { type: String, attribute: attributes[letter] }]),
    ),
    follow: { type: String },
    sizes: { state: true },
    cost: { state: true },
    counts: { state: true },
    texts: { state: true },
    errors: { state: true },
    looked: { state: true },
    waiting: { state: true },
  };

  batch = String(toy.B);
  sourceLength = String(toy.S);
  targetLength = String(toy.T);
  embeddingSize = String(toy.E);
  hiddenSize = String(toy.H);
  vocabulary = String(toy.V);
  /** The tensor or box that stays followed; empty: none. */
  follow = '';

  private sizes: ForwardSizes = toy;
  /** The newest sizes; the engine may still be at work on them. A second change before the answer builds on them. */
  private wanted: ForwardSizes = toy;
  private cost: ForwardCost = firstPicture.cost;
  private counts: ParameterCounts = firstPicture.counts;
  private texts: Record<Letter, string> = asTexts(toy);
  private errors: Partial<Record<Letter, string>> = {};
  /** What is pointed at or has the focus. */
  private looked: string | null = null;
  private waiting = false;

  // ---- The element's contract -------------------------------------------------------------------------------------

  get state() {
    return { sizes: this.sizes, follow: this.follow, cost: this.cost, counts: this.counts };
  }
  /** Back to the lesson's toy. */
  async reset(): Promise<void> {
    await this.set(toy);
  }

  protected override dropAsked(): void {
    super.dropAsked();
    this.waiting = false;
  }

  override willUpdate(changed: PropertyValues): void {
    const named = letters.filter((letter) => changed.has(properties[letter]));
    const different = named.filter((letter) => this[properties[letter]] !== this.texts[letter]);
    if (different.length === 0) return;
    this.commit(Object.fromEntries(different.map((letter) => [letter, this[properties[letter]]])));
  }

  // ---- Sizes ------------------------------------------------------------------------------------------------------

  /** Texts as typed; what is no size is named in its field and changes nothing. */
  private commit(texts: Partial<Record<Letter, string>>): void {
    const words = this.strings.shapes;
    this.texts = { ...this.texts, ...texts };
    const errors = { ...this.errors };
    const sizes = { ...this.wanted };
    for (const letter of letters) {
      const text = texts[letter];
      if (text === undefined) continue;
      delete errors[letter];
      const size = read(text);
      if (size === null) errors[letter] = words.notAllowed(letter, text, words.whole);
      else sizes[letter] = size;
    }
    this.errors = errors;
    void this.resize(sizes);
  }

  private set(sizes: ForwardSizes): Promise<void> {
    this.texts = asTexts(sizes);
    this.errors = {};
    return this.resize(sizes);
  }

  private async resize(sizes: ForwardSizes): Promise<void> {
    this.wanted = sizes;
    if (letters.every((letter) => sizes[letter] === this.sizes[letter])) {
      this.dropAsked();
      return;
    }
    this.waiting = true;
    await this.ask(
      (engine) => Promise.all([engine.forwardCost(sizes), engine.parameterCounts(sizes.V, sizes.E, sizes.H)]),
      ([cost, counts]) => {
        [this.sizes, this.cost, this.counts] = [sizes, cost, counts];
        this.waiting = false;
        this.reflect();
        this.say(this.strings.shapes.said(grouped(counts.total, this.lang)));
      },
      (error) => {
        this.waiting = false;
        this.refuse(error, sizes);
      },
    );
  }

  /** The engine's "V is 0; allowed: 1 to 10" belongs to the field of its letter; the other changes stand. */
  private refuse(error: unknown, sizes: ForwardSizes): void {
    const failure = toFailure(error);
    const [, letter, range] = /^([BSTEHV]) is .*allowed: (.*)$/.exec(failure.message) ?? [];
    if (failure.code !== 'invalid_value' || letter === undefined) {
      this.fail(error, () => void this.resize(sizes));
      return;
    }
    const at = letter as Letter;
    this.errors = { ...this.errors, [at]: this.strings.shapes.notAllowed(at, this.texts[at], range ?? '') };
    this.emit('s2s-error', failure);
    void this.resize({ ...sizes, [at]: this.sizes[at] });
  }

  /** The properties say what is on screen, so that they reproduce it; what was refused stays in its field. */
  private reflect(): void {
    for (const letter of letters) if (!this.errors[letter]) this[properties[letter]] = String(this.sizes[letter]);
  }

  /** HTML that brings back what is on screen. */
  get tag(): string {
    const sizes = letters.map((letter) => [attributes[letter], this.sizes[letter]]);
    const follow = find(this.follow) ? this.follow : '';
    return tagWith('s2s-shapes', { ...Object.fromEntries(sizes), follow });
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event) || event.key.toLowerCase() !== 'r') return;
    event.preventDefault();
    void this.reset();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  private get followed(): Item | null {
    return find(this.looked ?? this.follow) ?? null;
  }

  override render() {
    const words = this.strings.shapes;
    const view: ShapesView = {
      sizes: this.sizes,
      cost: this.cost,
      counts: this.counts,
      followed: this.followed,
      strings: this.strings,
      lang: this.lang,
    };
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} aria-busy=${this.waiting} @keydown=${this.key}>
        ${this.hasControl('sizes') ? this.settings() : nothing} ${this.trouble()}
        <div class="stage ${this.waiting ? 'waiting' : ''}">
          <s2s-part-shape-map
            .sizes=${new Map(this.cost.tensors.map((size) => [size.name, size]))}
            .steps=${grouped(this.sizes.T, this.lang)}
            .kept=${this.follow === '' ? null : this.follow}
            .strings=${this.strings}
            .onFollow=${(key: string | null) => {
              this.looked = key;
            }}
            .onKeep=${(key: string | null) => {
              this.follow = key ?? '';
            }}
          ></s2s-part-shape-map>
          ${inspector(view)}
        </div>
        <div class="panels">
          ${this.hasControl('claim') ? parameterPanel(view, (E) => void this.set(claimed(E))) : nothing}
          ${this.hasControl('cost') ? costPanel(view) : nothing}
        </div>
        ${this.hasControl('tables') ? this.tables() : nothing}
        <div class="foot">${this.keyList(words.keys, words.keyList)} ${this.hasControl('export') ? this.menu() : nothing}</div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private settings() {
    const words = this.strings.shapes;
    const isToy = letters.every((letter) => this.sizes[letter] === toy[letter]);
    return html`<div class="head">
        <div class="presets">
          <span class="soft">${words.presets}</span>
          <button type="button" class="toy" aria-pressed=${isToy} aria-keyshortcuts="R" @click=${() => void this.reset()}>
            ${words.toy}
          </button>
        </div>
      </div>
      <div class="sizes">${letters.map((letter) => this.size(letter))}</div>`;
  }

  private menu() {
    const words = this.strings.shapes;
    return html`<s2s-part-export-menu
      .name=${words.name}
      .file=${'shapes'}
      .pictures=${[{ title: '', element: () => this.renderRoot.querySelector('s2s-part-shape-map') }]}
      .tables=${[
        { title: words.table.tensors, table: () => tensorTable(this.cost, this.strings) },
        { title: words.table.weights, table: () => weightTable(this.cost, this.strings) },
        { title: words.table.costs, table: () => costTable(this.cost, this.counts, this.strings) },
      ]}
      .tag=${() => this.tag}
      .strings=${this.strings}
    ></s2s-part-export-menu>`;
  }

  private size(letter: Letter) {
    const words = this.strings.shapes;
    const all = stops[letter];
    const error = this.errors[letter] ?? '';
    return html`<div class="size ${letter} ${error ? 'refused' : ''}">
      <s2s-part-field
        .label=${`${letter}  ${words.sizes[letter]}`}
        .value=${this.texts[letter]}
        .error=${error}
        .mode=${'numeric'}
        .size=${7}
        .onCommit=${(text: string) => this.commit({ [letter]: text })}
      ></s2s-part-field>
      <input
        type="range"
        min="0"
        max=${all.length - 1}
        step="1"
        .value=${String(nearestStop(letter, this.sizes[letter]))}
        aria-label=${words.slider(words.sizes[letter])}
        aria-valuetext=${grouped(this.sizes[letter], this.lang)}
        @input=${(event: Event) => {
          const stop = all[Number((event.target as HTMLInputElement).value)];
          if (stop !== undefined) this.commit({ [letter]: String(stop) });
        }}
      />
    </div>`;
  }

  private tables() {
    const { table } = this.strings.shapes;
    return html`<div class="tables">
      ${tableView(`${this.strings.asTable}: ${table.tensors}`, table.captionTensors, tensorTable(this.cost, this.strings), this.lang)}
      ${tableView(`${this.strings.asTable}: ${table.weights}`, table.captionWeights, weightTable(this.cost, this.strings), this.lang)}
    </div>`;
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, shapesStyles];
}

const asTexts = (sizes: ForwardSizes) =>
  Object.fromEntries(letters.map((letter) => [letter, String(sizes[letter])])) as Record<Letter, string>;

define('s2s-shapes', Shapes);
