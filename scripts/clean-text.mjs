// Looks through every tracked text file for what belongs to one machine or to how the work was done, not to the
// project, and checks that the places that state a version agree.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

// Written in pieces, so that this file does not hold what it looks for.
const outside = String.raw`(?<![\w.~}/-])`;
/** @type {{ pattern: RegExp, what: string }[]} */
const unwanted = [
  { pattern: new RegExp(`${outside}/${'wo'}rk/\\w`, 'u'), what: 'a path of one machine' },
  {
    pattern: new RegExp(`${outside}/(${'ro'}ot|${'ho'}me/\\w+|${'Us'}ers/\\w+)/\\w`, 'u'),
    what: "a path of one person's folder",
  },
  { pattern: new RegExp(`${outside}/${'tm'}p/\\w`, 'u'), what: 'a temporary path (ask the system for one)' },
  { pattern: new RegExp(`${'regis'}try\\.[\\w-]+\\.\\w|${'"resol'}ved":`, 'u'), what: 'a download address' },
  { pattern: new RegExp(`\\b${'is'}sues? ?#?\\d`, 'iu'), what: 'the number of a ticket' },
  { pattern: new RegExp(`\\b(${'TO'}DO|${'FIX'}ME|${'XX'}X)\\b`, 'u'), what: 'a note of unfinished work' },
];

/** @param {string} path @param {string} text @returns {string[]} */
export function unwantedText(path, text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unwanted
        .filter(({ pattern }) => pattern.test(line))
        .map(({ what }) => `${path}:${index + 1}: ${what}: ${line.trim().slice(0, 100)}`),
    );
}

function trackedFiles() {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

export function checkText() {
  const files = trackedFiles().filter(
    (path) => !/\.(png|safetensors|woff2|ico)$/.test(path) && !path.includes('/corpus/'),
  );
  const broken = files.flatMap((path) => unwantedText(path, readFileSync(join(root, path), 'utf8')));
  return { checked: files.length, broken };
}

const longest = 400;

/** A file with one job is short. @returns {{ checked: number, broken: string[] }} */
export function checkLength() {
  const files = trackedFiles().filter((path) => /^(src|wasm|web|scripts)\/.*\.(cpp|h|ts|mjs|css)$/.test(path));
  const broken = files.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
    return lines > longest ? [`${path}: ${lines} lines, but at most ${longest} are allowed: give it one job`] : [];
  });
  return { checked: files.length, broken };
}

/**
 * @param {{ package: string, lock: string, changelog: string }} texts
 * @returns {string[]}
 */
export function disagreeingVersions(texts) {
  const version = JSON.parse(texts.package).version;
  const lock = JSON.parse(texts.lock);
  const broken = [];
  for (const found of [lock.version, lock.packages[''].version]) {
    if (found !== version) broken.push(`package-lock.json: version ${found}, but package.json has ${version}`);
  }
  // The newest section is either what is not released yet or the version that package.json has.
  const newest = /^## \[?([^\]\s]+)\]?/m.exec(texts.changelog)?.[1];
  if (newest !== 'Unreleased' && newest !== version) {
    broken.push(`CHANGELOG.md: newest section is ${newest}, but must be Unreleased or ${version} as in package.json`);
  }
  return broken;
}

export function checkVersions() {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const broken = disagreeingVersions({
    package: read('package.json'),
    lock: read('package-lock.json'),
    changelog: read('CHANGELOG.md'),
  });
  return { checked: 3, broken };
}
