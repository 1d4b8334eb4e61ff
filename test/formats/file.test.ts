import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { type ErrorCode, InputError } from '../../src/base/error.ts';
import { openInput } from '../../src/formats/file/input.ts';
import { openOutput, writeOutput } from '../../src/formats/file/output.ts';
import { Spool } from '../../src/formats/file/spool.ts';
import { unpacked } from '../../src/formats/file/unpack.ts';
import { framePieces } from '../../src/formats/file/zstd-frames.ts';
import { all as every } from '../runs.ts';
import { concat } from './encode.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Bytes that pack to about a third, more than a few chunks of them. */
function sample(length: number): Uint8Array<ArrayBuffer> {
  let x = 12345;
  return Uint8Array.from({ length }, (_, i) => {
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    return i % 3 === 0 ? x >>> 24 : 65 + (i % 7);
  });
}

interface Outcome {
  readonly bytes: Uint8Array;
  readonly code: ErrorCode | undefined;
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Outcome> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of chunks) parts.push(chunk);
    return { bytes: concat(parts), code: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { bytes: concat(parts), code: error.code };
  }
}

const inChunks = (bytes: Uint8Array, size: number) =>
  (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  })();

const unpack = (bytes: Uint8Array, size = 50_000) => gather(unpacked(inChunks(bytes, size), 'test'));

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

const hasZstd = (() => {
  try {
    execFileSync('zstd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const zstd = (bytes: Uint8Array, ...options: string[]) => execFileSync('zstd', ['-qc', ...options], { input: bytes });

describe('a file', () => {
  test('is read in order, twice, and knows its size', async () => {
    const bytes = sample(1_300_000);
    const input = await openInput(file('plain', bytes));
    expect(input.size).toBe(bytes.length);
    for (let k = 0; k < 2; k++) expect(same((await gather(input.chunks())).bytes, bytes)).toBe(true);
  });

  test('may be left in the middle', async () => {
    const input = await openInput(file('left', sample(3_000_000)));
    for await (const chunk of input.chunks()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await gather(input.chunks())).bytes.length).toBe(3_000_000);
  });

  test('that is empty gives no bytes', async () => {
    expect(await gather((await openInput(file('empty', ''))).chunks())).toEqual({ bytes: new Uint8Array(0), code: undefined });
  });

  const unreadable = (path: string) =>
    expect(openInput(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', place: { file: path } });

  test('that is missing or a directory is unreadable', async () => {
    await unreadable(join(folder, 'missing'));
    await unreadable(folder);
    await unreadable(join(file('a-file', 'x'), 'below'));
  });

  test.skipIf(process.getuid?.() === 0)('that may not be read is unreadable', async () => {
    const path = file('secret', 'x');
    execFileSync('chmod', ['000', path]);
    await unreadable(path);
  });
});

describe('gzip', () => {
  const bytes = sample(1_000_000);
  const packed = gzipSync(bytes);

  test('is unpacked by content, in one or several members', async () => {
    const input = await openInput(file('packed.txt', packed));
    expect(input.size).toBeUndefined();
    for (let k = 0; k < 2; k++) expect(same((await gather(input.chunks())).bytes, bytes)).toBe(true);
    for (const size of [1, 7, 1 << 20]) {
      const few = gzipSync(bytes.subarray(0, 1000));
      expect(
        same(
          (await unpack(concat([few, few, gzipSync(new Uint8Array(0)), few]), size)).bytes,
          concat([few, few, few].map((m) => gunzipSync(m))),
        ),
      ).toBe(true);
    }
    const padded = await unpack(concat([packed, new Uint8Array(200_000)]));
    expect(padded.code).toBeUndefined();
    expect(same(padded.bytes, bytes)).toBe(true);
  });

  test('that ends early gives what there is, and an error', async () => {
    for (const length of [2, 10, 1000, 100_000, packed.length - 5, packed.length - 1]) {
      const { bytes: got, code } = await unpack(packed.subarray(0, length));
      expect(code).toBe('COMPRESSION_BROKEN');
      expect(same(got, bytes.subarray(0, got.length))).toBe(true);
      expect(got.length).toBeGreaterThanOrEqual((length / packed.length) * bytes.length - 100_000);
    }
  });

  test('that is damaged gives what is before, and an error', async () => {
    const damaged = packed.slice();
    damaged.fill(0xff, packed.length - 1000);
    const { bytes: got, code } = await unpack(damaged);
    expect(code).toBe('COMPRESSION_BROKEN');
    expect(got.length).toBeGreaterThan(500_000);
    expect((await unpack(concat([packed, Buffer.from('more')]))).code).toBe('COMPRESSION_BROKEN');
  });

  test('of gzip of gzip is unpacked, but not for ever', async () => {
    const wrap = (times: number): Uint8Array => (times === 0 ? bytes : gzipSync(wrap(times - 1)));
    expect(same((await unpack(wrap(3))).bytes, bytes)).toBe(true);
    expect((await unpack(wrap(4))).code).toBe('COMPRESSION_BROKEN');
  });

  test('of nothing but zeros does not fill the memory', async () => {
    const bomb = gzipSync(new Uint8Array(100 << 20), { level: 9 });
    let total = 0;
    let largest = 0;
    for await (const chunk of unpacked(inChunks(bomb, 1 << 20), 'bomb')) {
      total += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect(total).toBe(100 << 20);
    expect(largest).toBeLessThanOrEqual(1 << 20);
  });
});

/** Frames by hand: ten bytes each, which say that they need a window of 128 MiB. */
const greedyFrame = (blocks: number): number[] => [
  ...[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88],
  ...Array.from({ length: blocks }, (_, i) => [(i === blocks - 1 ? 3 : 2) + (8 << 3), 0, 0, 0x61]).flat(),
];

describe('zstd frames', () => {
  test('of few blocks get the window that they need', async () => {
    const windows: number[] = [];
    for await (const { bytes, first } of framePieces(inChunks(Uint8Array.from(greedyFrame(3)), 7)))
      if (first) windows.push(bytes[5]!);
    expect(windows).toEqual([0]);
    const frames = Uint8Array.from(Array.from({ length: 3000 }, () => greedyFrame(2)).flat());
    const { bytes, code } = await unpack(frames);
    expect(code).toBeUndefined();
    expect(bytes).toHaveLength(3000 * 16);
  });

  test.runIf(every)('of more blocks do not each get the memory of the machine', async () => {
    const frames = Uint8Array.from(Array.from({ length: 1000 }, () => greedyFrame(20)).flat());
    const { bytes, code } = await unpack(frames);
    expect(code).toBe('COMPRESSION_BROKEN');
    expect(bytes.length).toBeLessThan(20 * 160);
  });

  test('that are to be skipped may come first', async () => {
    const skippable = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    const { bytes, code } = await unpack(Uint8Array.from([...skippable, ...greedyFrame(1)]));
    expect(code).toBeUndefined();
    expect(Buffer.from(bytes).toString()).toBe('aaaaaaaa');
  });
});

test.runIf(every)('many members of gzip do not fill the memory', async () => {
  const member = gzipSync(new Uint8Array(16 << 20), { level: 9 });
  const before = process.memoryUsage().arrayBuffers;
  let total = 0;
  let most = 0;
  for await (const chunk of unpacked(inChunks(concat(Array.from({ length: 32 }, () => member)), 1 << 20), 'bomb')) {
    total += chunk.length;
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(total).toBe(512 << 20);
  expect(most).toBeLessThan(256 << 20);
});

describe.skipIf(!hasZstd)('zstd', () => {
  const bytes = sample(700_000);

  test('is unpacked by content, in one or several frames', async () => {
    for (const options of every ? [['-1'], ['-19'], ['--no-check']] : [['-1']])
      for (const size of [13, 100_000]) expect(same((await unpack(zstd(bytes, ...options), size)).bytes, bytes)).toBe(true);
    const empty = zstd(new Uint8Array(0));
    const skippable = Uint8Array.of(0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
    const one = zstd(Buffer.from('x'));
    const all = await unpack(concat([zstd(bytes), empty, skippable, one, zstd(bytes)]));
    expect(all.code).toBeUndefined();
    expect(same(all.bytes, concat([bytes, Buffer.from('x'), bytes]))).toBe(true);
    expect(same((await unpack(gzipSync(zstd(bytes)))).bytes, bytes)).toBe(true);
  });

  test('that ends early gives the whole blocks before, and an error', async () => {
    const packed = zstd(bytes);
    for (const length of [4, 9, 1000, packed.length >> 1, packed.length - 1]) {
      const { bytes: got, code } = await unpack(packed.subarray(0, length));
      expect(code).toBe('COMPRESSION_BROKEN');
      expect(same(got, bytes.subarray(0, got.length))).toBe(true);
      expect(got.length).toBeGreaterThanOrEqual((length / packed.length) * bytes.length - 2 * 131_072);
    }
  });

  test('that is damaged or wants all the memory is an error', async () => {
    const packed = zstd(bytes);
    expect((await unpack(concat([packed, Buffer.from('something else')]))).code).toBe('COMPRESSION_BROKEN');
    const broken = packed.slice();
    broken.fill(0xff, 3000, 3400);
    expect((await unpack(broken)).code).toBe('COMPRESSION_BROKEN');
    const greedy = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xa0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    expect((await unpack(greedy)).code).toBe('COMPRESSION_BROKEN');
  });
});

describe('what comes through a pipe', () => {
  test('can be read again, from memory and from a file', async () => {
    const bytes = sample(300_000);
    for (const limit of [0, 100_000, 1 << 30]) {
      const spool = new Spool(inChunks(bytes, 7000), limit);
      // Left in the middle, then all, then all again, and two at the same time.
      for await (const _ of spool.chunks()) break;
      for (let k = 0; k < 2; k++) expect(same((await gather(spool.chunks())).bytes, bytes)).toBe(true);
      const fresh = new Spool(inChunks(bytes, 7000), limit);
      for (const { bytes: got } of await Promise.all([gather(fresh.chunks()), gather(fresh.chunks())]))
        expect(same(got, bytes)).toBe(true);
    }
  });

  test.skipIf(process.platform === 'win32')('is unpacked and replayed from a named pipe', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const bytes = sample(200_000);
    const packed = file('for-pipe.gz', gzipSync(bytes));
    const writer = spawn('sh', ['-c', `cat '${packed}' > '${path}'`]);
    const input = await openInput(path);
    for (let k = 0; k < 2; k++) expect(same((await gather(input.chunks())).bytes, bytes)).toBe(true);
    expect(writer.exitCode === null || writer.exitCode === 0).toBe(true);
  });
});

describe('an output', () => {
  const write = (path: string, bytes: Uint8Array) =>
    writeOutput(path, async (output) => {
      for (let at = 0; at < bytes.length; at += 60_000) {
        output.write(bytes.slice(at, at + 60_000));
        await output.drain();
      }
    });
  const bytes = sample(5_000_000);

  test('has its name only when it is complete', async () => {
    const path = join(folder, 'out.bin');
    writeFileSync(path, 'before', { mode: 0o640 });
    const output = await openOutput(path);
    output.write(bytes);
    expect(readFileSync(path, 'utf8')).toBe('before');
    await output.end();
    expect(same(readFileSync(path), bytes)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('that fails leaves nothing', async () => {
    const path = join(folder, 'failed.bin');
    const failing = writeOutput(path, async (output) => {
      output.write(bytes);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(readdirSync(folder).filter((name) => name.includes('failed'))).toEqual([]);
  });

  test('is packed by its extension', async () => {
    const path = join(folder, 'out.gz');
    await write(path, bytes);
    expect(same(gunzipSync(readFileSync(path)), bytes)).toBe(true);
    const zst = join(folder, 'out.zst');
    if ('createZstdCompress' in (await import('node:zlib'))) {
      await write(zst, bytes);
      expect(same((await unpack(readFileSync(zst))).bytes, bytes)).toBe(true);
    } else await expect(write(zst, bytes)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });

  test('behind a link goes to where the link points', async () => {
    const real = file('real.bin', 'old');
    const link = join(folder, 'link.bin');
    symlinkSync(real, link);
    await write(link, bytes.subarray(0, 10));
    expect(readFileSync(real).length).toBe(10);
  });

  test('where none can be is unwritable', async () => {
    const code = (path: string) =>
      expect(write(path, bytes)).rejects.toMatchObject({ code: 'FILE_UNWRITABLE', place: { file: path } });
    await code(folder);
    await code(join(folder, 'no', 'such', 'folder.bin'));
    if (process.platform === 'linux') await code('/dev/full');
  });

  test.skipIf(process.platform === 'win32')('whose receiver goes away is closed without a word', async () => {
    const path = join(folder, 'to-head');
    execFileSync('mkfifo', [path]);
    const head = spawn('head', ['-c', '10', path], { stdio: 'ignore' });
    await writeOutput(path, async (output) => {
      while (!output.closed) {
        output.write(bytes);
        await output.drain();
      }
    });
    expect(head.exitCode === null || head.exitCode === 0).toBe(true);
  });
});
