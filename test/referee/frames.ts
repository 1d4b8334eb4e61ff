// Time as FastTrack and Djit+ divide it: a frame of a thread ends where it hands its clock to others.

import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';

const HANDS_ON: readonly number[] = [Op.wait, Op.fork, Op.volatileWrite, Op.releaseShared, Op.barrierEnter];

/** By position: the frame of its thread that an event is in. */
export function framesOf(trace: Trace): number[] {
  const frames = new Map<number, number>();
  const depths = new Map<number, number>();
  const suspended = new Map<number, number>();
  return [...events(trace)].map(({ op, thread, target }) => {
    const frame = frames.get(thread) ?? 0;
    const depth = depths.get(target) ?? 0;
    if (op === Op.acquire) depths.set(target, suspended.get(thread) ?? depth + 1);
    if (op === Op.acquire) suspended.delete(thread);
    if (op === Op.release) depths.set(target, depth - 1);
    if (op === Op.wait) suspended.set(thread, depth);
    if (op === Op.wait) depths.set(target, 0);
    if ((op === Op.release && depth === 1) || HANDS_ON.includes(op)) frames.set(thread, frame + 1);
    return frame;
  });
}
