// What the events of a block so far say of the next one. Threads run loops: what a thread did after the same two events is likely to
// come again, and the targets of a place in the code move on by small steps. Writer and reader keep the same tables, so that only
// what they do not expect is told. All of it is forgotten at the end of a block: blocks make sense by themselves.
//
// The loops know nothing but numbers that stand in them and tables that are in locals, for both of them are all the time that there is:
// 6 ns an event to read, 10 with constants of the module, which a bundler turns into variables, and 13 with methods of an object.

import type { EventBlock } from '../../trace/block.ts';
import { unzigzag, zigzag } from './zigzag.ts';

/** By the hash of the last two events of a thread: the place of the one that came next. 2^15 rows; twice as many gain less than 1 %. */
const next = new Int32Array(1 << 15);
/** By `targetRow`: the last target. */
const lastTargets = new Int32Array(1 << 15);
/** By `threadRow`: the hash of the last two events of a thread. */
const hashes = new Int32Array(1 << 10);

/** A place is an operation and a location as one number, five bits and 27. */
export const MOST_OP = 31;
export const MOST_LOCATION = 2 ** 27 - 1;

/** What bytes do not tell, in columns. */
export interface Told {
  readonly threads: Uint32Array;
  readonly ops: Uint32Array;
  readonly locations: Uint32Array;
  readonly steps: Uint32Array;
}

/** How many of each there are; of places as many operations as locations. */
export interface Counts {
  readonly threads: number;
  readonly places: number;
  readonly steps: number;
}

/**
 * Fills marks and columns, which have room for three marks an event and one of all else; returns how many of each are told. A mark
 * of 253 says that the thread is told, 254 the place, 255 the step of the target; lower ones are that step.
 */
export function tell({ length, ops, threads, targets, locations }: EventBlock, marks: Uint8Array, told: Told): Counts {
  forget();
  const expected = next;
  const last = lastTargets;
  let mark = 0;
  let switches = 0;
  let places = 0;
  let steps = 0;
  let thread = 0;
  let hash = 0;
  for (let i = 0; i < length; i++) {
    if (threads[i] !== thread) {
      hashes[threadRow(thread)] = hash;
      thread = threads[i]!;
      hash = hashes[threadRow(thread)]!;
      marks[mark++] = 253;
      told.threads[switches++] = thread;
    }
    const target = targets[i]! | 0;
    const place = (locations[i]! << 5) | ops[i]!;
    if (expected[hash >>> 17] !== place) {
      expected[hash >>> 17] = place;
      marks[mark++] = 254;
      told.ops[places] = ops[i]!;
      told.locations[places++] = locations[i]!;
    }
    const row = targetRow(thread, hash, place);
    const step = zigzag(target - last[row]!);
    last[row] = target;
    marks[mark++] = step < 253 ? step : 255;
    if (step >= 253) told.steps[steps++] = step;
    hash = hashAfter(hash, place, target);
  }
  return { threads: switches, places, steps };
}

/** Fills the block from the marks at bytes[at…], as many as there are events, threads and places. False if not all that is told is used, or more. */
export function recall(bytes: Uint8Array, at: number, told: Told, counts: Counts, block: EventBlock, count: number): boolean {
  const { ops, threads, targets, locations } = block;
  forget();
  const expected = next;
  const last = lastTargets;
  let mark = at;
  let switches = 0;
  let places = 0;
  let steps = 0;
  let thread = 0;
  /** The first event of the thread in a row. */
  let since = 0;
  let hash = 0;
  for (let i = 0; i < count; i++) {
    let step = bytes[mark++]!;
    // One comparison for most events.
    if (step >= 253) {
      if (step === 253) {
        if (switches === counts.threads) return false;
        threads.fill(thread, since, i);
        since = i;
        hashes[threadRow(thread)] = hash;
        thread = told.threads[switches++]! | 0;
        hash = hashes[threadRow(thread)]!;
        step = bytes[mark++]!;
      }
      if (step === 254) {
        if (places === counts.places) return false;
        expected[hash >>> 17] = (told.locations[places]! << 5) | told.ops[places]!;
        places++;
        step = bytes[mark++]!;
      }
      if (step >= 253) {
        if (step !== 255 || steps === counts.steps) return false;
        step = told.steps[steps++]! | 0;
      }
    }
    const place = expected[hash >>> 17]!;
    const row = targetRow(thread, hash, place);
    const target = (last[row]! + unzigzag(step)) | 0;
    last[row] = target;
    ops[i] = place & 31;
    targets[i] = target;
    locations[i] = place >>> 5;
    hash = hashAfter(hash, place, target);
  }
  threads.fill(thread, since, count);
  return switches === counts.threads && places === counts.places && steps === counts.steps;
}

function forget(): void {
  next.fill(0);
  lastTargets.fill(0);
  hashes.fill(0);
}

/** Threads that are 2^10 apart share a row: no file can ask for more. */
function threadRow(thread: number): number {
  return thread & 0x3ff;
}

/** Targets go by thread and place; where there is no location, by thread, operation and what came before. */
function targetRow(thread: number, hash: number, place: number): number {
  const where = place >>> 5 === 0 ? hash : Math.imul(place >>> 5, 0x9e37_79b1);
  return Math.imul((where + (place & 31) + (thread << 8)) | 0, 0x9e37_79b1) >>> 17;
}

/**
 * The hash after one more event: of the places of the last two, and of their targets where they have no location. The first
 * factor moves the last event up, and the one before out.
 */
function hashAfter(hash: number, place: number, target: number): number {
  const what = place >>> 5 === 0 ? Math.imul(target, 0xc2b2_ae35) : 0;
  return (Math.imul(hash, 0x79b1_0000) + Math.imul((place + 1) | 0, 0x85eb_ca6b) + what) | 0;
}
