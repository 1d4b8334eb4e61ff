// Traces that lie at an address: what comes is what was asked for, or is refused. A server on this machine plays the others.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { download, fetched, isAddress } from '../../fleet/src/jobs/fetching.ts';
import { addressed } from '../../fleet/src/trace-address.ts';
import { namedFiles } from '../../fleet/src/trace-names.ts';
import { newFolder } from './stores.ts';

const BODY = Buffer.from('T1|w(x)|a.c:1\nT2|w(x)|b.c:2\n');
const HASH = createHash('sha256').update(BODY).digest('hex');
const MOST = 1000;

/** The address of a server that answers so. */
async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/out/t.std`;
}

/** Fetches as the process of a job does. */
async function fetchedHere(address: string, hash = HASH): Promise<Buffer> {
  return readFileSync(await fetched(address, hash, MOST, join(newFolder(), 'trace')));
}

const refused = (message: string) => ({ code: 'FILE_UNREADABLE', message: expect.stringContaining(message) });

describe('a trace at an address', () => {
  test('with the right hash is taken', async () => {
    expect(await fetchedHere(await served((_, response) => response.end(BODY)))).toEqual(BODY);
  });

  test('with other bytes is refused, and not tried again', async () => {
    const address = await served((_, response) => response.end('T1|r(y)|a.c:1\n'));
    await expect(fetchedHere(address)).rejects.toMatchObject({ code: 'TRACE_CHANGED' });
  });

  test.for([
    ['of a length that was said', { 'content-length': BODY.length }],
    ['of a length that nobody said', {}],
  ] as const)('that is cut, %s, is refused', async ([, headers]) => {
    const address = await served((_, response) => {
      response.writeHead(200, headers);
      response.write(BODY.subarray(0, 10), () => response.destroy());
    });
    await expect(fetchedHere(address)).rejects.toMatchObject(refused('it cannot be read'));
  });

  test('that never ends takes no longer than it may', async () => {
    const patience = new AbortController();
    const address = await served((_, response) => {
      response.write(BODY.subarray(0, 10), () => patience.abort(new Error('it took too long')));
    });
    const file = join(newFolder(), 'trace');
    await expect(download(address, file, MOST, patience.signal)).rejects.toMatchObject(refused('it cannot be read'));
  });

  test('is followed to where it has moved', async () => {
    const address = await served((request, response) => {
      if (request.url === '/moved') response.end(BODY);
      else response.writeHead(302, { location: '/moved' }).end();
    });
    expect(await fetchedHere(address)).toEqual(BODY);
  });

  test.each(['file:///etc/passwd', 'ftp://example.invalid/t', 'data:text/plain,T1', '/out/t.std'])(
    'that has moved to %s is refused',
    async (location) => {
      const address = await served((_, response) => response.writeHead(302, { location }).end());
      await expect(fetchedHere(address)).rejects.toMatchObject(refused('it cannot be read'));
    },
  );

  test.each([
    ['says so', { 'content-length': MOST + 1 }],
    ['does not say so', {}],
  ])('that is too large and %s is refused before all of it has come', async (_, headers) => {
    let isOver = false;
    const address = await served((_, response) => {
      response.writeHead(200, headers);
      const more = (): void => {
        if (!isOver) response.write(Buffer.alloc(MOST), () => setImmediate(more));
      };
      response.once('close', () => {
        isOver = true;
      });
      more();
    });
    const file = join(newFolder(), 'trace');
    await expect(download(address, file, MOST)).rejects.toMatchObject(refused(`it has more than ${MOST} bytes`));
    expect(existsSync(file) ? statSync(file).size : 0).toBeLessThanOrEqual(MOST);
  });

  test('that is gone is refused with what the server says', async () => {
    const address = await served((_, response) => response.writeHead(404).end('no such trace'));
    await expect(fetchedHere(address)).rejects.toMatchObject(refused('the server says 404'));
  });

  test('of a server that is not there is refused', async () => {
    await expect(fetchedHere('http://127.0.0.1:1/t.std')).rejects.toMatchObject(refused('it cannot be read'));
  });
});

describe('an address', () => {
  test('is of http or https, and nothing else', () => {
    expect(['http://a/b', 'HTTPS://a/b'].every(isAddress)).toBe(true);
    for (const word of ['file:///etc/passwd', 'ftp://a/b', 'data:,x', 'javascript:0', 'postgres://a/b']) {
      expect(isAddress(word)).toBe(false);
      expect(() => namedFiles([word])).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('http') }),
      );
    }
  });

  test('has a hash or none, and no password', () => {
    expect(addressed(`https://ci.example/out/t.ftrace#sha256=${HASH}`)).toMatchObject({
      url: 'https://ci.example/out/t.ftrace',
      hash: HASH,
      name: 't.ftrace',
    });
    expect(addressed('https://ci.example/').hash).toBeUndefined();
    for (const wrong of ['https://a/b#sha256=12', `https://a/b#md5=${HASH}`, 'https://user:secret@a/b', 'http://'])
      expect(() => addressed(wrong)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    // Nor is it shown.
    expect(() => addressed('https://user:secret@a/b#bad')).toThrow(expect.objectContaining({ place: {} }));
  });
});
