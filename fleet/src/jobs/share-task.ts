// What the processes of a trace do whose search is shared: many decide a share of the pairs, and one puts them together into the answer of an analysis.

import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { analyzeShared, decideShare, isShareable } from 'foretrace';
import { openInput, version } from 'foretrace/node';
import { type AnalyzeTask, chosen, lines } from './analyze-task.ts';
import { fetched } from './fetching.ts';
import { reportedResult } from './reported.ts';

export interface ShareTask extends Omit<AnalyzeTask, 'task'> {
  readonly task: 'share';
  readonly number: number;
  readonly of: number;
}

export interface MergeTask extends Omit<AnalyzeTask, 'task'> {
  readonly task: 'merge';
  /** Files of shares. */
  readonly shares: readonly string[];
}

/** Lines that are packed together. */
const LOT = 4096;

/** The version, and what is thought of the pairs: packed, because schedules are long and alike. */
export async function shareTask(task: ShareTask): Promise<Iterable<Uint8Array>> {
  const { from, hash, mostBytes, name, number, of, detectorOptions } = task;
  const path = await fetched(from, hash, mostBytes);
  const isNeeded = isShareable(chosen(task).detectors) && (await reportedResult(path)) === undefined;
  const decided = isNeeded ? await decideShare(await openInput(path, { name }), { number, of }, { detectorOptions }) : [];
  return packed([JSON.stringify(version()), ...decided]);
}

export async function mergeTask(task: MergeTask): Promise<Iterable<string>> {
  const { from, hash, mostBytes, name, detectorOptions, salt, shares } = task;
  const path = await fetched(from, hash, mostBytes);
  const input = await openInput(path, { name });
  const options = { ...chosen(task), detectorOptions, places: true };
  return lines((await reportedResult(path)) ?? (await analyzeShared(input, options, unpacked(shares))), salt);
}

function* packed(all: readonly string[]): Generator<Uint8Array> {
  for (let at = 0; at < all.length; at += LOT) yield gzipSync(`${all.slice(at, at + LOT).join('\n')}\n`);
}

/** Of each share its lines. What another version thought may be otherwise here: that is found out again. */
function* unpacked(files: readonly string[]): Generator<Iterable<string>> {
  for (const file of files) {
    const [by, ...opinions] = linesOf(gunzipSync(readFileSync(file)));
    if (by === JSON.stringify(version())) yield opinions;
  }
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    yield bytes.toString('utf8', at, end);
    at = end + 1;
  }
}
