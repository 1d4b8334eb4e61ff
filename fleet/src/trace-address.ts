// Traces that are named by an address. With their hash behind it they stay where they are, and whoever analyses one fetches it; without it
// they are fetched now.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from 'foretrace';
import { download } from './jobs/fetching.ts';

const HASH = /^#sha256=([0-9a-f]{64})$/;
/** A trace is not larger than this, and does not take longer, unless something is wrong. */
const MOST_BYTES = 64 * 2 ** 30;
const MOST_MS = 3_600_000;

export interface Addressed {
  /** Without the hash. */
  readonly url: string;
  readonly hash: string | undefined;
  readonly name: string;
  /** Into a folder of its own, which the caller removes. */
  fetch(): Promise<{ readonly path: string; readonly folder: string }>;
}

export function addressed(address: string): Addressed {
  const url = parsed(address);
  // Before all that would show the address.
  if (url.username !== '' || url.password !== '')
    throw new InputError('USAGE', {}, 'an address with a password would be stored', 'fetch the trace, and add the file');
  const match = HASH.exec(url.hash);
  if (url.hash !== '' && match === null)
    throw new InputError(
      'USAGE',
      { file: address },
      'what follows # is no hash',
      'for instance #sha256= and 64 digits, as sha256sum writes them',
    );
  url.hash = '';
  const name = url.pathname.split('/').at(-1) || url.host;
  return { url: url.href, hash: match?.[1], name, fetch: () => fetchAside(url.href) };
}

function parsed(address: string): URL {
  try {
    return new URL(address);
  } catch {
    throw new InputError('USAGE', { file: address }, 'it is no address', '');
  }
}

async function fetchAside(url: string): Promise<{ path: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-fleet-add-'));
  try {
    return { path: await download(url, join(folder, 'trace'), MOST_BYTES, AbortSignal.timeout(MOST_MS)), folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
