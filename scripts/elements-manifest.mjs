// The custom-elements manifest (custom-elements.json), which editors read: every element with the attributes, methods and
// events that stand in the comment at the head of its file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

/**
 * The names in "a, b (c | d), e() or f", without what stands in brackets; `called` keeps those with brackets only.
 * @param {string} list
 * @param {boolean} [called]
 */
const names = (list, called) =>
  list
    .replace(/(\w)\([^)]*\)/g, '$1!')
    .replace(/\([^)]*\)/g, '')
    .split(/[,;]| or /)
    .map((one) => one.trim())
    .filter((one) => /^[a-zA-Z][\w-]*!?$/.test(one))
    .filter((one) => called === undefined || one.endsWith('!') === called)
    .map((one) => one.replace('!', ''));

/**
 * What a head comment says: "<s2s-x>: description", then "Attributes: ...", "Methods: ...", "Events: ...".
 * @param {string} source
 */
export function described(source) {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const text = lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join(' ')
    .replace(/\s+/g, ' ');
  const tag = /^<(s2s-[a-z-]+)[^>]*>/.exec(text)?.[1];
  if (!tag) return null;
  /** @type {(title: string, called?: boolean) => string[]} */
  const part = (title, called) =>
    names(new RegExp(`${title}: (.*?)(?:\\. |\\.$|; they|$)`).exec(text)?.[1] ?? '', called);
  const description = text.replace(/^<[^>]+>: ?/, '').replace(/ ?Attributes:.*$/, '');
  return {
    tag,
    description,
    attributes: part('Attributes'),
    methods: part('Methods', true),
    fields: [...part('Methods', false), ...part('Property')],
    events: part('Events'),
  };
}

/** s2s-check-progress is CheckProgress. @param {string} tag */
const classOf = (tag) => tag.slice(3).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

export function elementsManifest() {
  const folder = join(root, 'web/elements');
  const found = readdirSync(folder)
    .sort()
    .map((name) => described(readFileSync(join(folder, name), 'utf8')))
    .filter((one) => one !== null);
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'widget/seq2seq-lab.js',
        declarations: found.map(({ tag, description, attributes, methods, fields, events }) => ({
          kind: 'class',
          name: classOf(tag),
          tagName: tag,
          customElement: true,
          description,
          attributes: attributes.map((name) => ({ name })),
          members: [
            ...methods.map((name) => ({ kind: 'method', name })),
            ...fields.map((name) => ({ kind: 'field', name })),
          ],
          events: events.map((name) => ({ name, type: { text: 'CustomEvent' } })),
        })),
        exports: found.map(({ tag }) => ({
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: classOf(tag), module: 'widget/seq2seq-lab.js' },
        })),
      },
    ],
  };
}
