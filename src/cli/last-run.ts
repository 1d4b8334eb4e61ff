// The last `foretrace run` of a project that found races: the traces of its processes and what the report called its findings, in the
// user's cache. `foretrace explain R1` needs no second run, which might not show the same race. Nobody else may read it, and runs of
// other projects do not touch it.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../base/cache-folder.ts';
import { jsonText } from '../base/json.ts';
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../base/private-folder.ts';
import { isOfDeadProcess, processMark } from '../base/process-mark.ts';
import type { Finding } from '../findings/finding.ts';
import { CONFIG_FILE } from './config.ts';
import { foldersUpwards, workingFolder } from './upwards.ts';

/** All traces together; larger runs are kept only where the user says so. */
const LARGEST = 256 << 20;
const ABOUT = 'run.json';
/** What a project has in its folder, and nobody else above it. */
const MARKS = [CONFIG_FILE, 'package.json', '.git'];

export interface LastRun {
  /** The command line that was recorded. */
  readonly command: string;
  /** Its words; absent in runs that an older version kept. */
  readonly words?: readonly string[];
  /** When it was, as an ISO date. */
  readonly time: string;
  readonly folder: string;
  /** The files of the traces, in the order of the report. */
  readonly traces: readonly string[];
  /** The report's findings: the id, the fingerprint of what was shown, and the number of its trace. */
  readonly findings: readonly { readonly id: string; readonly fingerprint: string; readonly trace: number }[];
}

/** Where the run of this project is kept. */
export function place(): string {
  const folder = [...foldersUpwards()].find((one) => MARKS.some((mark) => existsSync(join(one, mark)))) ?? workingFolder() ?? '/';
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  return join(cacheFolder(process.env), 'last-runs', key);
}

/** Undefined if there is none, or what is there cannot be used. */
export function lastRun(): LastRun | undefined {
  const folder = place();
  try {
    const run = JSON.parse(readFileSync(join(folder, ABOUT), 'utf8')) as LastRun;
    const traces = run.traces.map((name) => join(folder, name));
    return traces.every((path) => existsSync(path)) ? { ...run, traces } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it was kept: a full or forbidden cache is no reason to fail. */
export async function keepLastRun(
  words: readonly string[],
  traces: readonly string[],
  findings: readonly Finding[],
): Promise<boolean> {
  try {
    const sizes = await Promise.all(traces.map(async (path) => (await stat(path)).size));
    if (sizes.reduce((sum, size) => sum + size, 0) > LARGEST) return false;
    const kept = place();
    makePrivateFolder(dirname(kept));
    await removeLeftovers(dirname(kept));
    const aside = `${kept}.${processMark()}`;
    try {
      await mkdir(aside, { mode: PRIVATE_FOLDER });
      await fill(aside, words, traces, findings);
      // A folder cannot take the place of one that is not empty.
      await rename(kept, `${aside}.old`).catch(() => {});
      await rename(aside, kept);
    } finally {
      for (const left of [aside, `${aside}.old`]) await rm(left, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}

async function fill(
  folder: string,
  words: readonly string[],
  traces: readonly string[],
  findings: readonly Finding[],
): Promise<void> {
  const names = traces.map((_, i) => `trace-${i + 1}.ftrace`);
  for (const [i, path] of traces.entries()) {
    await copyFile(path, join(folder, names[i]!));
    await chmod(join(folder, names[i]!), PRIVATE_FILE);
  }
  const run: LastRun = {
    command: words.join(' '),
    words,
    time: new Date().toISOString(),
    folder: workingFolder() ?? '',
    traces: names,
    findings: findings.map(({ id, fingerprint, trace }) => ({ id, fingerprint, trace })),
  };
  await writeFile(join(folder, ABOUT), `${jsonText(run, 2)}\n`, { mode: PRIVATE_FILE });
}

/** What runs that were killed at this left. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const mark = name.slice(name.indexOf('.') + 1);
    if (mark !== name && isOfDeadProcess(mark)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
