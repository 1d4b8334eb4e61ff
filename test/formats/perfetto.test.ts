// The JSON for Perfetto, by the rules of its importer: slices of a track lie in each other or apart, and both ends of a flow are in slices.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WrittenFormat } from '../../src/formats/format.ts';
import { perfetto } from '../../src/formats/perfetto/index.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { happensBefore } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { sample } from '../runs.ts';
import { concat } from './encode.ts';

interface Written {
  readonly ph: string;
  readonly name: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly id: number;
  readonly cat: string;
  readonly bp?: string;
  readonly args: { readonly name?: string; readonly event?: number; readonly location?: string };
}

function written(format: WrittenFormat, trace: Trace): Written[] {
  const parts: Uint8Array[] = [];
  const writer = format.writer({ symbols: trace.symbols, write: (bytes) => parts.push(bytes.slice()) });
  for (const block of trace.blocks) writer.block(block);
  writer.end();
  return (JSON.parse(new TextDecoder().decode(concat(parts))) as { traceEvents: Written[] }).traceEvents;
}

const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** The slices of a track by their beginnings, as an importer takes them: of two that begin together the longer one must be the outer. */
function checkNesting(slices: readonly Written[]): void {
  const open: Written[] = [];
  const end = ({ ts, dur }: Written): number => ts + dur;
  for (const slice of [...slices].sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    while (open.length > 0 && end(open.at(-1)!) <= slice.ts + 1e-6) open.pop();
    if (open.length > 0 && end(slice) > end(open.at(-1)!) + 1e-6)
      throw new Error(`${slice.name} at ${slice.ts} is not in ${open.at(-1)!.name}`);
    open.push(slice);
  }
}

function checkStructure(trace: Trace): Written[] {
  const all = written(perfetto, trace);
  const tracks = new Map<number, Written[]>();
  for (const event of all) {
    if (event.ph !== 'X') continue;
    const track = tracks.get(event.tid);
    if (track === undefined) tracks.set(event.tid, [event]);
    else track.push(event);
  }
  expect(all.some(({ dur }) => dur < 0)).toBe(false);
  for (const slices of tracks.values()) checkNesting(slices);
  const singles = all.filter(({ args }) => args?.event !== undefined);
  expect(singles.map(({ args }) => args.event)).toEqual(Array.from({ length: trace.length }, (_, i) => i));
  const flows = all.filter(({ ph }) => ph === 's' || ph === 'f');
  for (const [i, flow] of flows.entries()) {
    // An end is where an event is, and the two of one number come one after the other.
    const event = singles[Math.floor(flow.ts)]!;
    const isInside = event.tid === flow.tid && flow.ts > event.ts && flow.ts < event.ts + event.dur;
    const isPaired = flow.ph === (i % 2 === 0 ? 's' : 'f') && flow.id === flows[i % 2 === 0 ? i + 1 : i - 1]?.id;
    if (!isInside || !isPaired || (flow.ph === 'f' && flow.bp !== 'e')) throw new Error(`flow ${flow.id} at ${flow.ts} is loose`);
  }
  return all;
}

test('slices nest and flows are orders of the run, for all that can be in a trace', () => {
  fc.assert(
    fc.property(fc.oneof(traceArbitrary({ features }), meetingsArbitrary()), (trace) => {
      const all = checkStructure(trace);
      const before = happensBefore(trace);
      const from = all.filter(({ ph }) => ph === 's');
      const to = all.filter(({ ph }) => ph === 'f');
      for (const [i, { ts }] of from.entries()) expect(before[Math.floor(to[i]!.ts)]![Math.floor(ts)]).toBe(1);
    }),
  );
});

test('a section is as long as it is held, also if it is taken again, or overlaps another', () => {
  const all = checkStructure(parse('A|acq(m)\nA|acq(m)\nA|acq(n)\nA|rel(m)\nA|rel(m)\nA|w(x)\nA|rel(n)'));
  const sections = all.filter(({ cat }) => cat === 'section').map(({ ph, name, ts, dur }) => [ph, name, ts, dur]);
  expect(sections).toEqual([
    ['b', 'm', 0, undefined],
    ['e', 'm', 5, undefined],
    ['X', 'n', 2, 5],
  ]);
});

test('who waits does not hold the lock, and holds it as often afterwards', () => {
  const all = checkStructure(parse('A|acq(m)\nA|acq(m)\nA|wait(m)\nB|w(x)\nA|acq(m)\nA|rel(m)\nA|rel(m)'));
  const slices = all.filter(({ cat }) => cat === 'section' || cat === 'wait').filter(({ args }) => args === undefined);
  expect(slices.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
    ['m', 0, 3],
    ['waits on m', 3, 1],
    ['m', 4, 3],
  ]);
});

test('what is open at the end ends with the trace', () => {
  const all = checkStructure(parse('A|begin(f)\nA|acq(m)\nA|w(x)'));
  expect(
    all.filter(({ ph, cat }) => ph === 'X' && (cat === 'section' || cat === 'region')).every(({ ts, dur }) => close(ts + dur, 3)),
  ).toBe(true);
});

test('names are data', () => {
  const trace = parse('A"<b>|w(x\\"</script>)|a.c:1');
  const [event] = written(perfetto, trace).filter(({ ph }) => ph === 'X');
  expect(event!.name).toBe('w(x\\"</script>)');
  expect(event!.args.location).toBe('a.c:1');
});

describe('the shared traces', () => {
  const folder = join(import.meta.dirname, '../../traces');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:std|std\.gz|ftrace)$/.test(name) && !name.startsWith('broken'))
    .sort();
  test.each(sample(files, 7))('%s', (name) => {
    const bytes = readFileSync(join(folder, name));
    const trace = parseTrace(name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    if (trace.length > 60_000) return;
    const all = checkStructure(trace);
    const acquires = [...events(trace)].filter(({ op }) => op === Op.acquire).length;
    expect(all.filter(({ cat, ph }) => cat === 'section' && ph !== 'e').length).toBeLessThanOrEqual(acquires);
  });
});
