// A plain page with one figure of each kind, or with some of them, in a host's words and a host's style: what the
// elements' tests open, so that the lesson may move its figures about.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../../scripts/serve.mjs';

const figures: Record<string, [title: string, figure: string]> = {
  's2s-program': ['The program', '<s2s-program autostart="visible"></s2s-program>'],
  's2s-shapes': ['Shapes', '<s2s-shapes></s2s-shapes>'],
  's2s-attention': ['Attention', '<s2s-attention seed="0"></s2s-attention>'],
  's2s-forcing': ['Forcing', '<s2s-forcing></s2s-forcing>'],
  's2s-copy': ['Copying', '<s2s-copy></s2s-copy>'],
  's2s-sampling': ['Sampling', '<s2s-sampling></s2s-sampling>'],
};

export const allFigures: readonly string[] = Object.keys(figures);

/** Where the page with these figures is. */
export const figuresAddress = (tags: readonly string[]) => `figures.html?tags=${tags.join(',')}`;

const page = (tags: readonly string[]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Figures</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./figures.css" />
    <script type="module" src="./figures.js"></script>
  </head>
  <body>
    <main>
      <h1>Figures</h1>
      ${tags
        .map((tag) => figures[tag]!)
        .map(([title, figure]) => `<section><h2>${title}</h2>${figure}</section>`)
        .join('\n      ')}
    </main>
  </body>
</html>`;

const style = `body { margin: 0; padding: 24px 8px; font-family: sans-serif }
section { max-width: 1120px; margin: 0 auto 64px }`;

const assets = join(process.env.SEQ2SEQ_SITE ?? fileURLToPath(new URL('../../dist/site', import.meta.url)), 'assets');

// The widget's script brings an element when it is near the window; tests look at all of them, from the first moment.
const script = () =>
  readdirSync(assets)
    .filter((name) => {
      const element = /^([a-z-]+)-.{8}\.js$/.exec(name)?.[1];
      return element !== undefined && readFileSync(join(assets, name), 'utf8').includes(`s2s-${element}\``);
    })
    .map((name) => `import './assets/${name}';`)
    .join('\n');

/** For serve(): answers for this page. */
export const figuresPage: Answer = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const send = (type: string, content: string) => {
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(content);
    return true;
  };
  if (pathname === '/figures.css') return send('text/css', style);
  if (pathname === '/figures.js') return send('text/javascript', script());
  if (pathname !== '/figures.html') return false;
  return send('text/html', page(searchParams.get('tags')?.split(',').filter(Boolean) ?? []));
};
