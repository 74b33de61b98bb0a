// The lesson's pages are put together when the site is built: the frame (web/index.html, web/de.html), the prose in the
// frame's language (web/page/lesson.LANG.html), its formulas as MathML, the shares it quotes from docs/learning.md, and
// the contents, gathered from its headings.
// So all of it is there before any script has run, and no formula needs a script or a font.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import temml from 'temml';
import { learned } from './learned.mjs';
import { root } from './shell.mjs';

/** The lesson's quantities keep their colours inside formulas. */
const macros = {
  '\\qh': '\\class{q-h}{#1}',
  '\\qs': '\\class{q-s}{#1}',
  '\\qa': '\\class{q-alpha}{#1}',
  '\\qc': '\\class{q-c}{#1}',
};

/**
 * MathML for one formula. Inline styles are taken out: a strict policy forbids them, and page.css says the same.
 * @param {string} tex
 * @param {boolean} display
 */
export function formula(tex, display) {
  const made = temml.renderToString(tex.trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>'), {
    displayMode: display,
    throwOnError: true,
    trust: ({ command }) => command === '\\class',
    macros: { ...macros },
  });
  return made.replace(/ style="[^"]*"/g, '').replace(/(<\/?[a-z]+[^>]*) class="tml-[^"]*"/g, '$1');
}

/** @param {string} html */
const text = (html) => html.replace(/<[^>]+>/g, '').trim();

/**
 * A list of links to the headings that have an id: h2 (by its section), and under it its h3.
 * @param {string} html
 */
export function contents(html) {
  const parts = html.split(/(?=<section id=")/).filter((part) => part.startsWith('<section'));
  const items = parts.map((part) => {
    const id = /<section id="([^"]+)"/.exec(part)?.[1];
    const title = text(/<h[12][^>]*>(.*?)<\/h[12]>/s.exec(part)?.[1] ?? '');
    const below = [...part.matchAll(/<h3 id="([^"]+)">(.*?)<\/h3>/gs)];
    const list = below.map(([, own, inner]) => `<li><a href="#${own}">${text(inner ?? '')}</a></li>`).join('');
    return `<li data-section="${id}"><a href="#${id}">${title}</a>${list ? `<ol>${list}</ol>` : ''}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

/**
 * The prose with everything set: formulas, and in each empty element's tag what is shown where no script runs.
 * @param {string} source
 * @param {string} [learning] the guide that shares are quoted from
 */
export function lesson(source, learning = readFileSync(join(root, 'docs/learning.md'), 'utf8')) {
  /** @type {Record<string, string>} */
  const fallbacks = {};
  return (
    source
      .replace(/^<!--.*?-->\s*/s, '')
      .replace(/<template data-fallback="([^"]+)">(.*?)<\/template>\s*/gs, (_, tag, words) => {
        fallbacks[tag] = words;
        return '';
      })
      .replace(/<m( display)?>(.*?)<\/m>/gs, (_, display, tex) => formula(tex, display !== undefined))
      .replace(/<learned table="([^"]+)" row="([^"]+)" column="([^"]+)"><\/learned>/g, (_, table, row, column) =>
        learned(learning, table, row, column),
      )
      // A link to a question works before its code is there.
      .replace(/<s2s-check moment="([a-z-]+)"/g, '<s2s-check id="moment-$1" moment="$1"')
      .replace(/<(s2s-[a-z-]+)([^>]*)><\/\1>/g, (_, tag, attributes) => {
        return `<${tag}${attributes}>${fallbacks[tag] ?? fallbacks['*'] ?? ''}</${tag}>`;
      })
  );
}

/**
 * A frame with its prose and contents in place.
 * @param {string} frame
 * @param {string} [folder] where the prose lies
 */
export function assemble(frame, folder = join(root, 'web/page')) {
  const lang = /<html lang="([a-z-]+)"/.exec(frame)?.[1];
  const file = join(folder, `lesson.${lang}.html`);
  if (!frame.includes('<!-- lesson -->') || !existsSync(file)) return frame;
  const prose = lesson(readFileSync(file, 'utf8'));
  return frame.replace('<!-- contents -->', () => contents(prose)).replace('<!-- lesson -->', () => prose);
}

/**
 * The files of a chunk and of all it imports at once.
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {string} module the end of the chunk's main module
 */
function filesOf(bundle, module) {
  const start = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(module));
  const found = new Set(start ? [start.fileName] : []);
  for (const file of found) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const other of chunk.imports) found.add(other);
  }
  return [...found];
}

/**
 * For vite.config.ts. Beside putting the pages together it lets them ask for the first figure's code at once, not only
 * when the page's own script has come.
 * @returns {import('vite').Plugin[]}
 */
export function lessonPage() {
  return [
    { name: 'lesson-page', transformIndexHtml: { order: 'pre', handler: (html) => assemble(html) } },
    {
      name: 'lesson-page:first-figure',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle }) => {
          const needed = [
            'web/elements/program.ts',
            ...(html.includes('<html lang="de"') ? ['web/strings/de.ts'] : []),
          ];
          const files = new Set(needed.flatMap((module) => filesOf(bundle ?? {}, module)));
          return [...files]
            .filter((file) => !html.includes(`./${file}"`))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `./${file}` },
              injectTo: /** @type {const} */ ('head'),
            }));
        },
      },
    },
  ];
}
