// FastTrack as the paper has it, over happens-before as it is defined: which rule each access takes, and what it reports, in that order.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { framesOf } from './frames.ts';
import { hbOrder, type Pair } from './observed-races.ts';

interface Shadow {
  write?: Event | undefined;
  /** The last read, or of a variable that is shared the last read of each thread. */
  read?: Event | undefined;
  shared?: Map<number, Event> | undefined;
}

export interface FastTrackRun {
  readonly pairs: readonly Pair[];
  readonly rules: Readonly<Record<string, number>>;
}

export function fastTrackRun(trace: Trace): FastTrackRun {
  const before = hbOrder(trace);
  const frames = framesOf(trace);
  const shadows = new Map<number, Shadow>();
  const pairs: Pair[] = [];
  const rules: Record<string, number> = {};
  const ordered = (e: Event | undefined, f: Event) => e === undefined || before[f.position]!.has(e.position);
  const sameEpoch = (e: Event | undefined, f: Event) =>
    e !== undefined && e.thread === f.thread && frames[e.position] === frames[f.position];
  const check = (e: Event | undefined, f: Event) => {
    if (!ordered(e, f)) pairs.push([e!.position, f.position]);
  };
  for (const f of events(trace)) {
    if (f.op === Op.alloc) shadows.delete(f.target);
    if (f.op > Op.write) continue;
    const shadow = shadows.get(f.target) ?? {};
    shadows.set(f.target, shadow);
    const rule = (f.op === Op.read ? read : write)(f, shadow);
    rules[rule] = (rules[rule] ?? 0) + 1;
  }
  return { pairs, rules };

  function read(f: Event, shadow: Shadow): string {
    const { shared, read } = shadow;
    if (sameEpoch(shared === undefined ? read : shared.get(f.thread), f)) return 'readSameEpoch';
    check(shadow.write, f);
    if (shared !== undefined) {
      shared.set(f.thread, f);
      return 'readShared';
    }
    shadow.read = f;
    if (ordered(read, f)) return 'readExclusive';
    shadow.shared = new Map([read!, f].map((e) => [e.thread, e]));
    return 'readShare';
  }

  function write(f: Event, shadow: Shadow): string {
    if (sameEpoch(shadow.write, f)) return 'writeSameEpoch';
    check(shadow.write, f);
    shadow.write = f;
    const { shared } = shadow;
    if (shared === undefined) {
      check(shadow.read, f);
      return 'writeExclusive';
    }
    for (const e of shared.values()) check(e, f);
    shadow.shared = undefined;
    shadow.read = undefined;
    return 'writeShared';
  }
}
