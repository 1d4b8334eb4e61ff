// A trace from where it lies into the process of a job: a path is checked and used as it is, an address is fetched into the folder of the job. What
// its bytes are is said by their hash; anything else is refused.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { InputError } from 'foretrace';

export function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** The path to read, whose content has this hash. `file`: where to put what is fetched; in the folder of a job if not said. */
export async function fetched(from: string, hash: string, mostBytes: number, file = 'trace'): Promise<string> {
  const path = isAddress(from) ? await download(from, file, mostBytes) : from;
  if ((await hashOf(path)) !== hash)
    throw new InputError('TRACE_CHANGED', { file: from }, 'it is not the trace that was added', 'add it again');
  return path;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: Error) => {
    throw unreadable(path, error.message);
  });
  return hash.digest('hex');
}

/** Into a file. The process of a job has a limit of time; others say one. */
export async function download(address: string, file: string, mostBytes: number, signal?: AbortSignal): Promise<string> {
  const fail = (why: string): InputError => unreadable(address, why);
  const response = await fetch(address, { signal: signal ?? null }).catch((error: Error) => {
    throw fail((error.cause as Error | undefined)?.message ?? error.message);
  });
  if (!response.ok || response.body === null) throw fail(`the server says ${response.status}`);
  const tooLarge = (): InputError => fail(`it has more than ${mostBytes} bytes`);
  if (Number(response.headers.get('content-length')) > mostBytes) {
    await response.body.cancel();
    throw tooLarge();
  }
  let bytes = 0;
  const counted = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > mostBytes) throw tooLarge();
      yield piece;
    }
  };
  await pipeline(counted(response.body as AsyncIterable<Uint8Array>), createWriteStream(file, { mode: 0o600 })).catch(
    (error: Error) => {
      throw error instanceof InputError ? error : fail(error.message);
    },
  );
  return file;
}

function unreadable(what: string, why: string): InputError {
  return new InputError('FILE_UNREADABLE', { file: what }, `it cannot be read: ${why}`, '');
}
