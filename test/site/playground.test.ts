// What the playground says of a small trace, without a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { InputError } from '../../src/base/error.ts';
import { detectors } from '../../src/detectors/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { MOST_LINES, played } from '../../src/site/playground/model.ts';
import { clockRows } from '../../src/teaching/thinking.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Witness } from '../../src/trace/witness.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';

const traces = join(import.meta.dirname, '../../traces');
const text = readFileSync(join(traces, 'race/hb-misses-hand-over.std'), 'utf8');

describe('a race that only another schedule has', () => {
  test('every detector says what it says elsewhere', async () => {
    const { verdicts } = await played(text);
    expect(verdicts.map(({ id }) => id)).toEqual(detectors.map(({ id }) => id));
    for (const detector of detectors) {
      const { detectors: reports } = await analyze(memoryInput('x', text), { detectors: [detector] });
      const { raceCount, deadlocks, violations } = reports[0]!;
      expect(verdicts.find(({ id }) => id === detector.id)!.count, detector.id).toBe(
        raceCount + deadlocks.length + violations.length,
      );
    }
    const by = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
    expect(by.get('predict')!.first).toBe('w(x) 0 in T1 ↔ w(x) 7 in T2');
    expect(by.get('fasttrack')).toMatchObject({ count: 0, first: undefined });
  });

  test('the witness is one that the checker takes', async () => {
    const { findings } = await played(text);
    expect(findings).toMatchObject([{ claim: 'predicted', variable: 'x', events: [0, 7] }]);
    const trace = parseTrace(text);
    const steps = findings[0]!.witness!.steps.map(({ position }) => position);
    const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
    expect(checker.check(Witness.of(Uint32Array.from(steps)))).toMatchObject({ ok: true });
    expect(findings[0]!.witness!.sentences.length).toBeGreaterThan(0);
  });

  test('clocks, locks, sets and the grammar are those of the trace', async () => {
    const { clocks, locksets, cpSets, grammar, events, threads } = await played(text);
    expect(clocks.rows).toEqual([...clockRows(parseTrace(text))]);
    expect(locksets.rows.map(({ holds }) => holds)).toEqual([[], ['m'], ['m'], [], ['m'], ['m'], [], []]);
    expect(cpSets.rows.length).toBeGreaterThan(0);
    expect(grammar.join('')).toContain('S →');
    expect(events).toHaveLength(8);
    expect(threads).toEqual(['T1', 'T2']);
  });
});

test('a deadlock and a hang are findings as well', async () => {
  const { findings } = await played(readFileSync(join(traces, 'deadlock/inversion.std'), 'utf8'));
  expect(findings).toMatchObject([{ type: 'deadlock', claim: 'predicted' }]);
});

describe('what is no trace', () => {
  test.each([
    ['', 'TRACE_EMPTY'],
    ['T1|jump(x)', 'TRACE_UNKNOWN_OPERATION'],
    ['T1|w(x)\nT1|rel(m)', 'TRACE_UNMATCHED_RELEASE'],
    ['hello', 'FORMAT_UNKNOWN'],
    ['T1|w(x)\n'.repeat(MOST_LINES + 1), 'TRACE_TOO_LONG'],
  ])('%j is an error with a code', async (wrong, code) => {
    const error = await played(wrong).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe(code);
  });
});

test('names are data', async () => {
  const { events } = await played('T1|w(<b>\\u001b)\nT2|w(<b>\\u001b)');
  expect(events).toHaveLength(2);
});
