// The upper part of <s2s-program>: what one can do, where the run stands, what it is set to.
import { html, nothing } from 'lit';
import { fixed, grouped } from '../lib/format';
import '../parts/field';
import { segments } from '../parts/segments';
import { type Regime, regimes } from './configuration';
import type { Pace } from './run';
import type { TextSetting } from './settings-form';
import type { ProgramView } from './view';

const paces: readonly Pace[] = ['slow', 'steady', 'fast', 'full'];

export function toolbar(view: ProgramView) {
  const { run, strings, has } = view;
  const words = strings.program;
  const { phase, history, settings, state } = run;
  const running = phase === 'running' || phase === 'queued';
  const begun = (state?.epoch ?? 0) > 0;
  const label = running ? words.pause : phase === 'finished' ? words.more : begun ? words.resume : words.train;
  const blocked = phase === 'failed';
  const loss = history.losses.last?.y ?? history.newest?.loss ?? view.shown.loss;
  const play = html`<button
    type="button"
    class="primary play"
    aria-keyshortcuts="P"
    aria-disabled=${blocked}
    @click=${() => !blocked && view.toggle()}
  >
    ${running ? icons.pause : icons.play}<span>${label}</span>
  </button>`;
  const step = html`<button type="button" class="step" aria-keyshortcuts="S" aria-disabled=${!view.canStep} @click=${view.step}>
    ${icons.step}<span>${words.step}</span>
  </button>`;
  const reset = html`<button
    type="button"
    class="reset"
    aria-keyshortcuts="R"
    aria-disabled=${blocked && run.current === null}
    @click=${view.reset}
  >
    ${icons.reset}<span>${strings.reset}</span>
  </button>`;
  return html`<div class="toolbar">
    <div class="buttons">
      ${has('train') ? play : nothing} ${has('step') ? step : nothing} ${has('reset') ? reset : nothing}
    </div>
    <dl class="readings">
      <div>
        <dt>${words.epoch}</dt>
        <dd>
          <span class="number epoch">${grouped(state?.epoch ?? 0, strings.lang)}</span> <small>${words.of(grouped(settings.epochs, strings.lang))}</small>
        </dd>
      </div>
      <div>
        <dt>${words.loss}</dt>
        <dd class="number loss">${Number.isNaN(loss) ? '–' : fixed(loss)}</dd>
      </div>
      <div class="phase">
        <dt class="hidden">${words.status}</dt>
        <dd><span class="badge ${phase}">${words.phase[phase]}</span></dd>
      </div>
    </dl>
    ${
      has('pace')
        ? segments('pace', words.pace, paces, words.paces, run.pace, (pace) => {
            run.setPace(pace);
          })
        : nothing
    }
  </div>`;
}

export function settingsBar({ run, form, strings }: ProgramView) {
  const words = strings.program;
  const { settings, history } = run;
  const field = (name: TextSetting, mode: string, size: number) =>
    html`<s2s-part-field
      class="${name} ${form.errors[name] ? 'refused' : ''}"
      .label=${words[name]}
      .value=${form.texts[name]}
      .error=${form.errors[name]}
      .mode=${mode}
      .size=${size}
      .onCommit=${(text: string) => void form.commit(name, text)}
    ></s2s-part-field>`;
  return html`<div class="settings">
    ${field('seed', 'text', 12)} ${field('epochs', 'numeric', 6)} ${field('learningRate', 'decimal', 8)}
    ${segments('regime', words.regime, regimes, words.regimes, settings.regime, (regime: Regime) => {
      void form.setRegime(regime);
    })}
    <p class="explain">
      ${words.regimeLong[settings.regime]}
      ${
        settings.regime === 'scheduled'
          ? html`${words.epsilon} = <span class="number">${fixed(history.epsilon, 2)}</span>.`
          : nothing
      }
      <span class="soft">${words.fresh} ${words.seedHint}</span>
    </p>
  </div>`;
}

/** In the place of what is fetched when it is asked for (within.ts). */
export function openers({ has, strings }: ProgramView, ask: (act: 'forward' | 'toggleRules') => Promise<boolean>) {
  const words = strings.program;
  const pressed = async ({ currentTarget }: Event, act: 'forward' | 'toggleRules') => {
    const notice = (currentTarget as HTMLElement).parentElement?.querySelector<HTMLElement>('.unreachable');
    if (notice) notice.hidden = true;
    const came = await ask(act);
    if (notice) notice.hidden = came;
  };
  const opener = (name: string, act: 'forward' | 'toggleRules', label: string) =>
    html`<button type="button" class=${name} aria-expanded="false" @click=${(event: Event) => pressed(event, act)}>
      <span aria-hidden="true">▸</span>${label}
    </button>`;
  return has('stages') || has('rules')
    ? html`<div class="openers">
        ${has('stages') ? opener('open-stages', 'forward', words.openStages) : nothing}
        ${has('rules') ? opener('open-rules', 'toggleRules', words.openRules) : nothing}
        <p class="unreachable" role="alert" hidden>${words.unreachable}</p>
      </div>`
    : nothing;
}

const icon = (path: string) => html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path}></path></svg>`;
const icons = {
  play: icon('M3 1.5v13l11-6.5z'),
  pause: icon('M3 2h3.5v12H3zM9.5 2H13v12H9.5z'),
  step: icon('M2 1.5v13l8.5-6.5zM11.5 2H14v12h-2.5z'),
  reset: icon('M8 2.5a5.5 5.5 0 1 1-5.3 4h1.9A3.7 3.7 0 1 0 8 4.3v2.2L3.8 3.3 8 0z'),
};
