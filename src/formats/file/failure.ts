// System errors in a user's words.

import { constants } from 'node:os';
import { type ErrorCode, InputError } from '../../base/error.ts';

const READING: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['there is no such file', 'check the path; - reads standard input'],
  ENOTDIR: ['a part of the path is no directory', 'check the path'],
  EISDIR: ['this is a directory', 'name a file in it'],
  EACCES: ['reading it is not permitted', 'check its permissions'],
  EPERM: ['reading it is not permitted', 'check its permissions'],
  EMFILE: ['too many files are open', 'raise the limit with ulimit -n'],
  ENFILE: ['too many files are open on this machine', 'close some programs'],
  ELOOP: ['its links lead in a circle', 'check the path'],
  ENAMETOOLONG: ['the name is too long', 'check the path'],
  EIO: ['the disk fails', 'copy it to another disk'],
};

const WRITING: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['its directory does not exist', 'create the directory first'],
  ENOTDIR: ['a part of the path is no directory', 'check the path'],
  EISDIR: ['this is a directory', 'name a file in it'],
  EACCES: ['writing it is not permitted', 'check the permissions of its directory'],
  EPERM: ['writing it is not permitted', 'check the permissions of its directory'],
  EROFS: ['the file system is read-only', 'write elsewhere'],
  ENOSPC: ['the disk is full', 'make room or write elsewhere; what was written is removed'],
  EDQUOT: ['the quota is used up', 'make room or write elsewhere; what was written is removed'],
  EFBIG: ['the file would be larger than this process may write', 'raise the limit with ulimit -f; what was written is removed'],
  EMFILE: ['too many files are open', 'raise the limit with ulimit -n'],
  ENFILE: ['too many files are open on this machine', 'close some programs'],
  ELOOP: ['its links lead in a circle', 'check the path'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter one'],
  EIO: ['the disk fails', 'write elsewhere'],
};

export function unreadable(file: string, error: unknown): unknown {
  return failure('FILE_UNREADABLE', READING, file, error);
}

export function unwritable(file: string, error: unknown): unknown {
  return failure('FILE_UNWRITABLE', WRITING, file, error);
}

function failure(
  code: ErrorCode,
  known: Readonly<Record<string, readonly [string, string]>>,
  file: string,
  error: unknown,
): unknown {
  const cause = errorCode(error);
  // What is no system error is a fault of ours, or an InputError already.
  if (cause === undefined || error instanceof InputError) return error;
  const [what, hint] = known[cause] ?? [`the system says ${cause}`, 'see the system’s manual for this code'];
  return new InputError(code, { file }, what, hint);
}

/** ENOENT and the like, if it is an error of the system. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code, errno } = error as NodeJS.ErrnoException;
  // Node has no name for some (EDQUOT).
  const unnamed = code === 'UNKNOWN' ? Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0)) : undefined;
  return unnamed?.[0] ?? (typeof code === 'string' ? code : undefined);
}
