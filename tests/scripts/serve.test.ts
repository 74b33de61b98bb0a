import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, serveFrom, strictHeaders } from '../../scripts/serve.mjs';

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's2s-serve-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'site-beside'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site-beside/secret.txt'), 'secret');
  writeFileSync(join(site, 'index.html'), '<p>page</p>');
  writeFileSync(join(site, 'a name.txt'), 'spaced');
  for (const end of ['js', 'mjs', 'css', 'wasm', 'svg', 'png', 'json', 'woff2', 'unknown']) {
    writeFileSync(join(site, `assets/file.${end}`), end);
  }
  symlinkSync(join(folder, 'secret.txt'), join(site, 'assets/link.txt'));
  server = await serve(site);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

// fetch() tidies paths before it sends them; this sends them as they are.
function raw(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.port, path }, (response) => {
      let body = '';
      response.on('data', (bytes) => {
        body += bytes;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });
}

test('the page is served at / with every strict header', async () => {
  const response = await fetch(server.url);
  expect(await response.text()).toBe('<p>page</p>');
  for (const [name, value] of Object.entries(strictHeaders)) expect(response.headers.get(name), name).toBe(value);
});

test('the policy lets WebAssembly be compiled and nothing be evaluated or written inline', () => {
  const policy = strictHeaders['Content-Security-Policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toContain("'unsafe-inline'");
  expect(policy).not.toContain("'unsafe-eval'");
  expect(policy).not.toContain('*');
});

test.each([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['json', 'application/json; charset=utf-8'],
  ['woff2', 'font/woff2'],
  ['unknown', 'application/octet-stream'],
])('a .%s file has the type %s', async (end, type) => {
  const response = await fetch(`${server.url}assets/file.${end}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/../site-beside/secret.txt',
  '/..\\secret.txt',
  '//../secret.txt',
  '/assets/link.txt',
  '/%00',
  '/%',
  '/assets',
  '/assets/',
  '/nothing.js',
])('%s is not found', async (path) => {
  const { status, body } = await raw(path);
  expect(status).toBe(404);
  expect(body).not.toContain('secret');
});

test('questions after the path and escaped names are understood', async () => {
  expect((await raw('/index.html?seed=99')).body).toBe('<p>page</p>');
  expect((await raw('/a%20name.txt')).body).toBe('spaced');
});

test('HEAD answers without a body, other methods are refused', async () => {
  const head = await fetch(server.url, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('11');
  expect(await head.text()).toBe('');
  const post = await fetch(server.url, { method: 'POST', body: 'x' });
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD');
});

test('a taken port is refused by serve, and serveFrom goes on to the next', async () => {
  const site = join(folder, 'site');
  await expect(serve(site, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const second = await serveFrom(site, server.port);
  expect(second.port).not.toBe(server.port);
  await second.close();
});

test('other headers can be given, as tests of weaker hosts do', async () => {
  const plain = await serve(join(folder, 'site'), { headers: { 'X-Test': 'yes' } });
  const response = await fetch(plain.url);
  expect(response.headers.get('x-test')).toBe('yes');
  expect(response.headers.get('content-security-policy')).toBeNull();
  await plain.close();
});
