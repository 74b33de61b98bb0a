// The client, its worker and the engine's two builds in Chromium, Firefox and WebKit.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strictHeaders } from '../../scripts/serve.mjs';
import type { Client } from '../browser/worker-page/page';
import type { Tab } from './drivers/driver.mjs';
import { clientPageFolder, serveSpied } from './pages.mjs';
import { inEveryEngine } from './support';

// What the functions that run in the page see.
declare const client: Client;

let strict: string;
const servers: Awaited<ReturnType<typeof serveSpied>>[] = [];

/** Serves the page as another host would; ends with the file. */
async function host(options?: Parameters<typeof serveSpied>[1]): Promise<string> {
  const server = await serveSpied(clientPageFolder, options);
  servers.push(server);
  return server.url;
}

beforeAll(async () => {
  strict = await host();
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** The error that starting the engine ends with; null where it starts. */
const startError = async (tab: Tab) => {
  await tab.waitFor(() => 'client' in globalThis);
  return tab.evaluate(() =>
    client.createEngine().then(
      () => null,
      (error) => ({ name: error.name, code: error.code, message: error.message, isError: error instanceof Error }),
    ),
  );
};

inEveryEngine(({ visit }) => {
  /** With the client loaded. */
  const open = (url: string, work: (tab: Tab) => Promise<void>) =>
    visit(url, async (tab) => {
      await tab.waitFor(() => 'client' in globalThis);
      await work(tab);
    });

  test('with SIMD and without: the same weights, and the lesson’s, under a strict policy that nothing breaks (C54, C61)', async () => {
    await open(strict, async (tab) => {
      const found = await tab.evaluate(async () => {
        const digests: Record<string, string> = {};
        for (const build of ['simd', 'scalar'] as const) {
          const engine = await client.createEngine({ build });
          const session = await engine.open();
          digests[build] = (await session.train()).digest;
          engine.close();
        }
        return digests;
      });
      expect(found).toEqual({ simd: '787910801e30638b', scalar: '787910801e30638b' });
      expect(await tab.complaints()).toEqual([]);
    });
  });

  test('a seed beyond 2⁵³ is kept whole, and its low 32 bits draw (C65)', async () => {
    await open(strict, async (tab) => {
      const found = await tab.evaluate(async () => {
        const engine = await client.createEngine();
        const states = [];
        for (const seed of ['9007199254740993', '1', '0']) {
          const session = await engine.open({ training: { seed } });
          const { configuration, digest } = await session.state();
          states.push({ seed: configuration.training!.seed, digest });
        }
        engine.close();
        return states;
      });
      expect(found.map(({ seed }) => seed)).toEqual(['9007199254740993', '1', '0']);
      expect(found[0]!.digest).toBe(found[1]!.digest);
      expect(found[0]!.digest).not.toBe(found[2]!.digest);
    });
  });

  test('a file that is no model is refused in readable words, and the engine goes on (C51)', async () => {
    await open(strict, async (tab) => {
      const found = await tab.evaluate(async () => {
        const engine = await client.createEngine();
        const session = await engine.open();
        const good = new Uint8Array(await session.exportModel());
        const header = (text: string) => {
          const bytes = new Uint8Array(8 + text.length);
          new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
          bytes.set(new TextEncoder().encode(text), 8);
          return bytes;
        };
        const files = [
          new Uint8Array(7),
          new Uint8Array(8).fill(255),
          good.slice(0, good.length - 4),
          header('{"t":{"dtype":"F32","shape":[1000,1000],"data_offsets":[0,4]}}'),
          header('not json'),
        ];
        const errors = [];
        for (const file of files) {
          errors.push(
            await engine.load(file).then(
              () => null,
              (error) => ({ isError: error instanceof client.EngineError, code: error.code, message: error.message }),
            ),
          );
        }
        const again = await engine.load(good);
        const same = (await again.state()).digest === (await session.state()).digest;
        const trained = await session.train();
        engine.close();
        return { errors, same, digest: trained.digest };
      });
      expect(found.errors).toHaveLength(5);
      for (const error of found.errors) {
        expect(error).toMatchObject({ isError: true, code: 'invalid_file' });
        expect(error!.message).toMatch(/[a-z]{3,} .*[a-z]{3,}/);
      }
      expect(found.same).toBe(true);
      expect(found.digest).toBe('787910801e30638b');
    });
  });

  test('what the worker sends are copies of their own size, never the engine’s memory (C49)', async () => {
    await open(strict, async (tab) => {
      const found = await tab.evaluate(async () => {
        const engine = await client.createEngine();
        const session = await engine.open();
        const first = await session.snapshot();
        const file = await session.exportModel();
        const kept = [...first.alpha];
        const sizes = [first.alpha, file].map((view) => [view.byteLength, view.buffer.byteLength]);
        // What the page does with its copy is its own affair,
        new Uint8Array(file.buffer).fill(0);
        first.alpha.fill(7);
        const second = await session.snapshot();
        const unchanged = second.alpha.every((value, index) => value === kept[index]);
        // and what the engine does later, growing its memory among it, leaves the copies alone.
        const large = await engine.open({ model: { embedding_size: 512, hidden_size: 512 } });
        await large.train({ steps: 1 });
        const { digest } = await session.train();
        const still = second.alpha.every((value, index) => value === kept[index]);
        engine.close();
        return { sizes, unchanged, still, digest };
      });
      for (const [view, buffer] of found.sizes) expect(buffer).toBe(view);
      expect(found).toMatchObject({ unchanged: true, still: true, digest: '787910801e30638b' });
    });
  });

  test.each(['application/octet-stream', 'text/plain', ''])('a .wasm served as "%s" loads (C57)', async (type) => {
    const url = await host({
      async answer(request, response) {
        const [path = ''] = request.url!.split('?');
        if (!path.endsWith('.wasm')) return false;
        const file = join(clientPageFolder, path);
        if (type !== '') response.setHeader('Content-Type', type);
        response.setHeader('Content-Length', (await stat(file)).size);
        response.end(await readFile(file));
        return true;
      },
    });
    await open(url, async (tab) => expect(await startError(tab)).toBeNull());
  });

  test.each([
    ['the worker’s script', /worker-[^/]*\.js/, /could not be started/],
    ['the engine’s .wasm', /\.wasm/, /could not be loaded.*404/],
  ])('where the host does not have %s, that is said, and a later try succeeds (C52)', async (_, file, said) => {
    let there = false;
    const url = await host({
      answer(request, response) {
        if (there || !file.test(request.url!)) return false;
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
        return true;
      },
    });
    await open(url, async (tab) => {
      const error = await startError(tab);
      expect(error).toMatchObject({ name: 'EngineError', code: 'engine_missing', isError: true });
      expect(error!.message).toMatch(said);
      there = true;
      expect(await startError(tab)).toBeNull();
    });
  });

  test('a policy that forbids WebAssembly is named with what would allow it', async () => {
    const policy = strictHeaders['Content-Security-Policy']!.replace(" 'wasm-unsafe-eval'", '');
    const url = await host({ headers: { ...strictHeaders, 'Content-Security-Policy': policy } });
    await open(url, async (tab) => {
      const error = await startError(tab);
      expect(error).toMatchObject({ name: 'EngineError', code: 'engine_blocked' });
      expect(error!.message).toMatch(/wasm-unsafe-eval/);
    });
  });

  test('a worker that dies in training is told at once, and a restart trains to the same weights', async () => {
    await open(strict, async (tab) => {
      const found = await tab.evaluate(async () => {
        let worker: Worker | undefined;
        const original = Worker;
        Object.assign(globalThis, {
          Worker: class extends original {
            constructor(...args: ConstructorParameters<typeof Worker>) {
              super(...args);
              worker = this;
            }
          },
        });
        const engine = await client.createEngine();
        const session = await engine.open({ training: { epochs: 1_000_000 } });
        let heard: () => void = () => {};
        const begun = new Promise<void>((resolve) => {
          heard = resolve;
        });
        const training = session.train({ onProgress: () => heard() }).then(
          () => 'none',
          (error) => error.code,
        );
        await begun;
        worker!.terminate();
        const code = await training;
        await engine.restart();
        const state = await (await engine.open()).train();
        engine.close();
        return { code, digest: state.digest };
      });
      expect(found).toEqual({ code: 'worker_lost', digest: '787910801e30638b' });
    });
  });
});
