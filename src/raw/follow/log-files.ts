// The files of one process that is being recorded, as the follower sees them: what it looks at, in which order, is the protocol, and a
// test may let the writer take a step before each call. A few descriptors stay open: to look at a log that did not change costs three
// system calls, and thousands of threads do not need thousands of descriptors.

import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { threadsIn } from './listed-threads.ts';

/** `raw` and `tail` are the recorder's. `aside` is a log that the follower took its name from: see log-store.ts. */
export type FileKind = 'raw' | 'tail' | 'aside';

/** How the logs may be followed, as `about` says: see docs/recording-format.md. */
export type Protocol = { readonly kind: 'tails'; readonly tailBytes: number } | { readonly kind: 'ends' };

/** What tails have if `about` does not say, and at most. */
const TAIL_BYTES = 64 << 10;
export const MOST_TAIL_BYTES: number = 68 << 10;

export interface LogFiles {
  /** Undefined if they cannot be followed; asked for when there is a log. */
  protocol(): Protocol | undefined;
  /** Numbers of the threads that have files, and whether a tail was seen; undefined if nothing came or went since the last call. Every
   * thread that had a file when this was called is there. One that has begun since may have a tail that was not seen. */
  list(): ReadonlyMap<number, boolean> | undefined;
  /** Reads what is there; the number of bytes, -1 if there is no such file. One that was removed may still be read. */
  read(thread: number, kind: FileKind, target: Uint8Array, at: number): number;
  /** -1 if there is no such file. */
  size(thread: number, kind: FileKind): number;
  /** Gives the log another name, in one step: whoever opens it by name from then on makes a new one. False if that cannot be done. */
  setAside(thread: number): boolean;
  remove(thread: number, kind: FileKind): void;
  close(): void;
}

const MOST_OPEN = 64;
/** A folder that was changed less long ago than this may change again without its time doing so, in milliseconds. */
const COARSEST_TIME = 3000;

export class FolderFiles implements LogFiles {
  private readonly folder: string;
  /** Open files by name; the one that was used last is the last. */
  private readonly open = new Map<string, number>();
  /** When the folder was changed last, if all that was so changed is listed. */
  private listedAt = -1;

  constructor(folder: string) {
    this.folder = folder;
  }

  protocol(): Protocol | undefined {
    const [, kind, said] = /^follow (\w+)(?: (\d+))?$/m.exec(readFileSync(join(this.folder, 'about'), 'utf8')) ?? [];
    if (kind === 'ends') return { kind };
    const tailBytes = Number(said ?? TAIL_BYTES);
    return kind === 'tails' && tailBytes <= MOST_TAIL_BYTES ? { kind, tailBytes } : undefined;
  }

  list(): ReadonlyMap<number, boolean> | undefined {
    const changed = statSync(this.folder).mtimeMs;
    if (changed === this.listedAt) return undefined;
    this.listedAt = Date.now() - changed > COARSEST_TIME ? changed : -1;
    return threadsIn(() => readdirSync(this.folder));
  }

  read(thread: number, kind: FileKind, target: Uint8Array, at: number): number {
    const file = this.descriptor(nameOf(thread, kind));
    if (file < 0) return -1;
    let done = 0;
    while (done < target.length) {
      const count = readSync(file, target, done, target.length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  size(thread: number, kind: FileKind): number {
    return statSync(join(this.folder, nameOf(thread, kind)), { throwIfNoEntry: false })?.size ?? -1;
  }

  setAside(thread: number): boolean {
    const [from, to] = [nameOf(thread, 'raw'), nameOf(thread, 'aside')];
    try {
      renameSync(join(this.folder, from), join(this.folder, to));
    } catch {
      return false;
    }
    const file = this.open.get(from);
    this.open.delete(from);
    if (file !== undefined) this.open.set(to, file);
    return true;
  }

  remove(thread: number, kind: FileKind): void {
    const name = nameOf(thread, kind);
    this.release(name);
    try {
      unlinkSync(join(this.folder, name));
    } catch {
      // It takes room, nothing else.
    }
  }

  close(): void {
    for (const name of [...this.open.keys()]) this.release(name);
  }

  private release(name: string): void {
    const file = this.open.get(name);
    if (file === undefined) return;
    this.open.delete(name);
    closeSync(file);
  }

  private descriptor(name: string): number {
    const { open } = this;
    let file = open.get(name);
    if (file !== undefined) open.delete(name);
    else {
      try {
        file = openSync(join(this.folder, name), 'r');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return -1;
        throw error;
      }
      if (open.size >= MOST_OPEN) this.release(open.keys().next().value!);
    }
    open.set(name, file);
    return file;
  }
}

function nameOf(thread: number, kind: FileKind): string {
  return `thread-${thread}.${kind}`;
}
