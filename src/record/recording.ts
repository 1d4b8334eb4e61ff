// What a recording folder holds: one folder per process, each with an `about` file that its runtime wrote first.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startTime } from '../base/process-mark.ts';
import type { Recorder } from './recorder.ts';
import { recorders } from './recorders.ts';

export interface RecordedProcess {
  readonly folder: string;
  readonly recorder: Recorder;
  readonly pid: number;
  readonly parent: number;
  /** When it began to record, in milliseconds. */
  readonly started: number;
  /** The command line. */
  readonly command: string;
  /** What the runtime wants a person to know: files that it could not instrument, for instance. */
  readonly notes: readonly string[];
  /** Packages whose code is not recorded, because they only run, bundle or translate the program. */
  readonly tools: readonly string[];
  /** Code that ran and could not be recorded, and why: what it did is missing. */
  readonly unrecorded: readonly string[];
  /** The errno with which the system refused to take more of the recording; 0 if it is not known. */
  readonly refused: number | undefined;
  /** The bytes of logs at which it had to stop, if nobody said how many events to record. */
  readonly room: number | undefined;
  /** Synchronisation that orders nothing was not recorded: only happens-before is to be known from the logs. */
  readonly reduced: boolean;
}

/** What could not be recorded at all. */
export interface Unrecorded {
  /** Folders of processes that no runtime has described, or that have no log: there was no room, or they were killed at once. */
  readonly folders: number;
  /** The errno with which the system refused to take the folder of some process. */
  readonly refused: number | undefined;
}

/** A place of its own for what can be said when nothing more can be written: its blocks are had before. Runtimes write an errno there. */
export const REFUSED_FILE = 'refused';
export const REFUSED_ROOM: string = `${' '.repeat(15)}\n`;

/** In the folder of the recording: how many bytes of logs a process may make, if that was not the user's wish. */
export const ROOM_FILE = 'room';

/** Processes of tools, which were not recorded at all: the names of these. */
export function toolsIn(folder: string): readonly string[] {
  return [...new Set(lines(join(folder, 'tools')))];
}

/** In the order in which they started. Folders that no runtime has described or that have no log are passed over: see `unrecorded`. */
export function recordedProcesses(folder: string): RecordedProcess[] {
  const room = leadingNumber(lines(join(folder, ROOM_FILE))[0]);
  const found: RecordedProcess[] = [];
  for (const own of foldersIn(folder)) {
    const described = hasLog(own) ? recordedProcess(own, room) : undefined;
    if (described !== undefined) found.push(described);
  }
  return found.sort((a, b) => a.started - b.started || a.pid - b.pid);
}

/** The process of a folder, as its runtime has described it by now; undefined if none has. */
export function recordedProcess(folder: string, room?: number): RecordedProcess | undefined {
  const about = aboutOf(folder);
  const recorder = recorders.find(({ id }) => id === about.get('runtime'));
  if (recorder === undefined) return undefined;
  return {
    folder,
    recorder,
    pid: Number(about.get('pid')),
    parent: Number(about.get('parent')),
    started: Number(about.get('started') ?? 0),
    command: about.get('command') ?? '',
    notes: [...new Set(lines(join(folder, 'notes')))],
    tools: [...new Set(lines(join(folder, 'tools')))],
    unrecorded: [...new Set(lines(join(folder, 'unrecorded')))],
    refused: leadingNumber(about.get('stopped')),
    room,
    reduced: about.has('reduced'),
  };
}

/** Clocks that are read at two places. */
const SLACK_MS = 2000;

/** Whether a process that was started below this one still runs. One of the same number that began later is another, and so is one that was
 * there before: where a process knows itself by another number, in a container, nothing is known. */
export function stillRuns({ pid, started }: RecordedProcess): boolean {
  const start = startTime(pid);
  const ours = startTime(process.pid) ?? Number.POSITIVE_INFINITY;
  return start !== undefined && start <= started + SLACK_MS && start >= ours - SLACK_MS;
}

/** `known`: folders of processes that have recorded, whatever is left of that. */
export function unrecorded(folder: string, known: ReadonlySet<string> = new Set()): Unrecorded {
  const paths = processFolders(folder).filter((path) => !known.has(path));
  const without = paths.filter((path) => !aboutOf(path).has('runtime') || !hasLog(path));
  const causes = without.map((path) => leadingNumber(aboutOf(path).get('stopped')));
  return { folders: without.length, refused: [leadingNumber(lines(join(folder, REFUSED_FILE))[0]), ...causes].find(isNumber) };
}

/** All folders below. A process that was made by one which had given up its rights has its folder where these reach. */
function foldersIn(folder: string): string[] {
  const own = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return own.map(({ name }) => join(folder, name)).flatMap((path) => [path, ...foldersIn(path)]);
}

/** The folders that processes made, also those that nobody described. */
export function processFolders(folder: string): string[] {
  return foldersIn(folder).filter((path) => FOLDER.test(basename(path)));
}

const isNumber = (value: number | undefined): boolean => value !== undefined;

function hasLog(folder: string): boolean {
  return readdirSync(folder).some((name) => LOG.test(name));
}

const LOG = /^thread-\d+\.(?:raw|tail)$/;
const FOLDER = /^process-\d+(?:-\d+)?$/;

/** Blank as long as there is nothing to say. */
function leadingNumber(text: string | undefined): number | undefined {
  const digits = /^\s*(\d+)/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Lines `key value`. A process that was killed at once may not have written all of them. */
function aboutOf(folder: string): Map<string, string> {
  const pairs = lines(join(folder, 'about')).map((line): [string, string] => {
    const blank = line.indexOf(' ');
    return blank < 0 ? [line, ''] : [line.slice(0, blank), line.slice(blank + 1)];
  });
  return new Map(pairs);
}

/** None if there is no such file. */
function lines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
