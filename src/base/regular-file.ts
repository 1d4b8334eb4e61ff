// Files that somebody else may have put there: configuration in a checkout, sources and maps that a trace or a package names. Only
// regular files of a size that makes sense are read: a named pipe would wait for ever, and a device never ends.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { InputError } from './error.ts';

/** Windows has no such flag, and no such pipes among its files. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;

export interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
}

/** Opens it for `work`. What is no regular file is an InputError; errors of the system stay what they are. */
export function withRegularFile<R>(path: string, work: (file: OpenFile) => R): R {
  const descriptor = openSync(path, constants.O_RDONLY | NOT_WAITING);
  try {
    // Of the open file, not of the path: whoever could exchange it has had his chance.
    const status = fstatSync(descriptor);
    if (status.isDirectory()) throw unreadable(path, 'this is a directory', 'name a file in it');
    if (!status.isFile()) throw unreadable(path, 'this is no regular file', 'pipes and devices are not read here');
    return work({ descriptor, size: status.size });
  } finally {
    closeSync(descriptor);
  }
}

/** All of a regular file of at most `most` bytes. */
export function readRegularFile(path: string, most: number): Buffer {
  return withRegularFile(path, ({ descriptor, size }) => {
    if (size > most) throw unreadable(path, `the file has ${size} bytes; at most ${most} are read`, 'is it the right file?');
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const read = readSync(descriptor, bytes, length, size - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  });
}

function unreadable(file: string, what: string, hint: string): InputError {
  return new InputError('FILE_UNREADABLE', { file }, what, hint);
}
