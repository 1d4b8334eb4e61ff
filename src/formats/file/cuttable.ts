// A file that is read from the start and anywhere.

import { open } from 'node:fs/promises';
import type { Input } from '../input.ts';
import type { RandomAccess } from '../native/section-scan.ts';
import { unreadable } from './failure.ts';
import { openInput } from './input.ts';

/** Opens a file to be cut; `use` has it until its promise is settled. */
export async function withCuttable<T>(path: string, use: (file: Input & RandomAccess) => Promise<T>): Promise<T> {
  const input = await openInput(path);
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { size } = await file.stat();
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    return await use({ ...input, size, read });
  } finally {
    await file.close();
  }
}
