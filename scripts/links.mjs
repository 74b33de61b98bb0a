// Every place that README.md and the guides in docs/ name must exist: links, pictures, headings, and paths in code.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './shell.mjs';

// Made by the build, so a fresh checkout does not have them.
const generated = /^(build|dist|node_modules)(\/|$)/;

/** The name a heading gets as a link's target. @param {string} heading */
function anchorOf(heading) {
  return heading
    .replace(/`/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** @param {string} markdown */
const withoutBlocks = (markdown) =>
  markdown.replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, (block) => block.replace(/[^\n]/g, ' '));

/** @param {string} markdown */
function anchorsIn(markdown) {
  return new Set(
    [...withoutBlocks(markdown).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map((match) => anchorOf(match[1] ?? '')),
  );
}

/** Whether a path, in which * stands for any name, is there. @param {string} folder @param {string} path */
function exists(folder, path) {
  if (!path.includes('*')) return existsSync(join(folder, path));
  const pattern = new RegExp(`^${path.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replace(/\*/g, '[^/]*')}$`);
  const fixed = dirname(`${path.slice(0, path.indexOf('*'))}x`);
  if (!existsSync(join(folder, fixed))) return false;
  return readdirSync(join(folder, fixed), { recursive: true }).some((name) =>
    pattern.test(normalize(join(fixed, String(name)))),
  );
}

/**
 * What a Markdown text names that is not there, one sentence each.
 * @param {string} path of the text, from `folder`
 * @param {string} markdown
 * @param {string} [folder] the project's
 * @returns {{ checked: number, broken: string[] }}
 */
export function brokenLinks(path, markdown, folder = root) {
  const text = withoutBlocks(markdown);
  /** @type {string[]} */
  const broken = [];
  let checked = 0;
  const at = (/** @type {number} */ index) => `${path}:${text.slice(0, index).split('\n').length}: `;

  const prose = text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  const links =
    /!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|<(?:img|a|source)\b[^>]*?\b(?:src|href|srcset)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)/gm;
  // Labels of links may hold code, so the links are looked for in the text as it is as well.
  const found = new Map([...prose.matchAll(links), ...text.matchAll(links)].map((match) => [match.index, match]));
  for (const match of found.values()) {
    const link = match[1] ?? match[2] ?? match[3] ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) continue; // another site's; nothing is fetched
    ++checked;
    const [file = '', anchor] = link.split('#');
    const there = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
    if (there.startsWith('..') || !existsSync(join(folder, there))) broken.push(`${at(match.index)}no file at ${link}`);
    else if (anchor && there.endsWith('.md')) {
      const target = there === path ? markdown : readFileSync(join(folder, there), 'utf8');
      if (!anchorsIn(target).has(anchor)) broken.push(`${at(match.index)}${there} has no heading #${anchor}`);
    }
  }

  // A path in code counts as one when it begins with something that lies in the project's folder.
  const top = new Set(readdirSync(folder));
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    const code = (match[1] ?? '').replace(/^\.\//, '');
    if (!/^[\w.@*-]+(\/[\w.@*-]*)*$/.test(code) || generated.test(code)) continue;
    const isPath = code.includes('/') ? top.has(code.split('/')[0] ?? '') : /^[A-Z]+\.md$/.test(code);
    if (!isPath) continue;
    ++checked;
    if (!exists(folder, code) && !exists(folder, join(dirname(path), code)))
      broken.push(`${at(match.index)}no file at ${code}`);
  }
  return { checked, broken };
}

export function checkLinks() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((path) => /^([A-Z]+\.md|docs\/.*\.md)$/.test(path) && existsSync(join(root, path)));
  const results = files.map((path) => brokenLinks(path, readFileSync(join(root, path), 'utf8')));
  return {
    checked: results.reduce((sum, result) => sum + result.checked, 0),
    broken: results.flatMap((result) => result.broken),
  };
}
