// Deadlocks and broken blocks in every report, and all that is done with findings. The detectors here say what they are told to.

import { describe, expect, test } from 'vitest';
import { type Analyzed, analyze, slices } from '../../src/analyze.ts';
import type { AtomicityDetector, DeadlockDetector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { explained } from '../../src/explain.ts';
import { knownFindings } from '../../src/findings/baseline.ts';
import { type Finding, sidesOf } from '../../src/findings/finding.ts';
import { select } from '../../src/findings/selection.ts';
import { parseSuppressions } from '../../src/findings/suppression.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { collectTrace } from '../../src/formats/read.ts';
import { explanation } from '../../src/report/explanation.ts';
import { reportFormats } from '../../src/report/index.ts';
import { text } from '../../src/report/text.ts';
import { claims, type Deadlock, type DetectorClaim, type Violation } from '../../src/trace/outcome.ts';
import { Witness } from '../../src/trace/witness.ts';
import { hostileNames } from './hostile.ts';
import { sarifErrors } from './sarif-schema.ts';

const { finds: _finds, analysis: _analysis, ...described } = fasttrack;
const nothing = { block: () => {}, counters: () => ({}) };

function deadlocks(claim: DetectorClaim, ...all: Deadlock[]): DeadlockDetector {
  return {
    ...described,
    id: `deadlock-${claim}`,
    claim,
    finds: 'deadlock',
    analysis: (report) => ({ ...nothing, end: () => all.forEach(report) }),
  };
}

function violations(...all: Violation[]): AtomicityDetector {
  return {
    ...described,
    id: 'blocks',
    finds: 'atomicity',
    analysis: (report) => ({ ...nothing, end: () => all.forEach(report) }),
  };
}

/** Two locks in opposite orders, twice, with names as given. */
function inversion(m = 'm', n = 'n', thread = 'B'): string {
  const a = (round: number) => [`A|acq(${m})|a.c:1`, `A|acq(${n})|a.c:2`, `A|rel(${n})|a.c:3`, `A|rel(${m})|a.c:${3 + round}`];
  const b = [`${thread}|acq(${n})|b.c:1`, `${thread}|acq(${m})|b.c:2`, `${thread}|rel(${m})|b.c:3`, `${thread}|rel(${n})|b.c:4`];
  return ['A|w(start)|a.c:9', `A|fork(${thread})|a.c:10`, ...a(1), ...b, ...a(1), ...b].join('\n');
}

const witness = Witness.of(Uint32Array.of(0, 1, 2, 6));
const first: Deadlock = { cycle: [3, 7], witness };
const again: Deadlock = { cycle: [11, 15], witness: Witness.of(Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14)) };

const UPDATE = ['A|begin(add)|c.c:1', 'A|r(x)|c.c:2', 'B|w(x)|d.c:1', 'A|w(x)|c.c:3', 'A|end(add)|c.c:4'].join('\n');
const lost: Violation = { begin: 0, own: 1, index: 3, cut: [2] };

async function found(
  trace: string,
  ...detectors: (DeadlockDetector | AtomicityDetector | typeof fasttrack)[]
): Promise<Analyzed> {
  return analyze(memoryInput('run.std', trace), { detectors });
}

const all = (pieces: Iterable<string>): string => [...pieces].join('');
const shown = async (trace: string, ...detectors: Parameters<typeof found>[1][]): Promise<string> =>
  all(text(await found(trace, ...detectors)));

describe('a deadlock', () => {
  test('reads like this', async () => {
    expect(await shown(inversion(), deadlocks('predicted', first, again))).toBe(
      `deadlock  n ↔ m  can happen: the same run, with its threads timed differently
  1  wants n  in A  holding m  a.c:2  event 3
        m taken at a.c:1
  2  wants m  in B  holding n  b.c:2  event 7
        n taken at b.c:1
     A holds m and waits for n, which B holds; B holds n and waits for m, which A holds: another
     schedule of this run brings all of them there (witness of 4 events)
     B forked by A at a.c:10
     predicted by deadlock-predicted, at least 2 times · id R1·${(await one(inversion(), deadlocks('predicted', first))).fingerprint.slice(0, 6)}

1 deadlock · 18 events, 2 threads, 2 locks, 1 variable
`,
    );
  });

  test('that happened is told by the threads that waited', async () => {
    const hung = ['A|acq(m)|a.c:1', 'A|fork(B)|a.c:2', 'B|acq(n)|b.c:1', 'B|req(m)|b.c:2', 'A|reqjoin(B)|a.c:3'].join('\n');
    const report = await shown(hung, deadlocks('observed', { cycle: [3, 4] }));
    expect(report).toContain('waits for the end of B');
    expect(report.replace(/\s+/g, ' ')).toContain(
      'B holds n and waits for m, which A holds; A holds m and waits for the end of B',
    );
    expect((await one(hung, deadlocks('observed', { cycle: [3, 4] }))).kind).toBe('join-cycle');
  });

  test('of one thread has no other side', async () => {
    const wait = ['A|acq(m)|a.c:1', 'A|wait(m)|a.c:2'].join('\n');
    const alone = await one(wait, deadlocks('observed', { cycle: [1] }));
    expect(alone).toMatchObject({ kind: 'lost-wake-up', first: null, second: { index: 1, locks: [] } });
    expect(alone.reason).toBe('A waits to be notified on m, and nobody is left who could wake it');
    const self = await one(['A|acq(m)|a.c:1', 'A|req(m)|a.c:2'].join('\n'), deadlocks('observed', { cycle: [1] }));
    expect(self).toMatchObject({ kind: 'self-deadlock', reason: 'A holds m and waits for m, and waits for itself' });
    const reader = await one(['A|racq(m)|a.c:1', 'A|req(m)|a.c:2'].join('\n'), deadlocks('observed', { cycle: [1] }));
    expect(reader.kind).toBe('self-deadlock');
    for (const before of ['A|w(x)|a.c:1', 'A|acq(n)|a.c:1', 'B|acq(m)|b.c:1']) {
      const lost = await one([before, 'A|req(m)|a.c:2', 'A|stuck(m)|a.c:2'].join('\n'), deadlocks('observed', { cycle: [1] }));
      expect(lost.kind).toBe('lost-wake-up');
      expect(lost.reason).toMatch(/waits for m, and nobody is left who could wake it$/);
    }
  });

  test('is one finding however many detectors say it, with the strongest claim and a schedule', async () => {
    const without = { cycle: first.cycle };
    const told = await one(inversion(), deadlocks('suspected', without), deadlocks('predicted', without, again));
    expect(told).toMatchObject({ claim: 'predicted', detectors: ['deadlock-predicted', 'deadlock-suspected'], count: 2 });
    expect(told.witness!.length).toBe(12);
  });

  test('is the same finding in the next run, with other threads and positions', async () => {
    const one_ = await one(inversion(), deadlocks('predicted', first));
    const other = await one(`C|w(y)|z.c:1\n${inversion('m', 'n', 'T7')}`, deadlocks('predicted', { cycle: [4, 8] }));
    expect(other.fingerprint).toBe(one_.fingerprint);
  });

  test('does not join races of the same places', async () => {
    const trace = `${inversion()}\nA|w(z)|a.c:2\nB|w(z)|b.c:2`;
    const { findings } = await found(trace, fasttrack, deadlocks('observed', first));
    expect(
      select(findings)
        .findings.map(({ type }) => type)
        .sort(),
    ).toEqual(['deadlock', 'race']);
  });

  test('is explained with its schedule and the threads that wait', async () => {
    const finding = await one(inversion(), deadlocks('predicted', first));
    const trace = await collectTrace(memoryInput('run.std', inversion()), {});
    const told = all(explanation(explained(trace, finding)));
    expect(told).toContain('Around the threads that wait');
    expect(told).toContain('At the end "A" holds "m" and waits for "n" (event 3), which "B" holds.');
    expect(told).toContain('At the end "B" holds "n" and waits for "m" (event 7), which "A" holds.');
    expect(told.split('\n').filter((line) => line.startsWith('  > '))).toHaveLength(4);
  });
});

describe('a broken block', () => {
  test('reads like this', async () => {
    expect(await shown(UPDATE, violations(lost))).toContain(
      `atomicity  add  happened in this run: others came in the middle of the block, and it shows
  1  read x   in A  holding nothing  c.c:2  event 1
  2  write x  in B  holding nothing  d.c:1  event 2
  3  write x  in A  holding nothing  c.c:3  event 3
     A reads x in add and writes it later, and what B writes in between is lost; one lock over the
     whole block would keep others out
`,
    );
    expect(await shown(UPDATE, violations(lost))).toContain('1 broken block · ');
  });

  test.each([
    ['r', 'w', 'w', 'lost-update'],
    ['r', 'w', 'r', 'unrepeatable-read'],
    ['w', 'r', 'w', 'dirty-read'],
    ['w', 'w', 'r', 'overwritten-write'],
  ])('of %s, %s, %s is of the kind %s', async (own, cut, index, kind) => {
    const trace = ['A|begin(add)|c.c:1', `A|${own}(x)|c.c:2`, `B|${cut}(x)|d.c:1`, `A|${index}(x)|c.c:3`].join('\n');
    expect((await one(trace, violations(lost))).kind).toBe(kind);
  });

  test('without a name is known by its function', async () => {
    const trace = ['A|acq(m)|c.c:1 (add)', 'A|r(x)|c.c:2 (add)', 'B|w(x)|d.c:1', 'A|w(x)|c.c:3 (add)'].join('\n');
    expect(await one(trace, violations(lost))).toMatchObject({ variable: 'add', kind: 'lost-update' });
  });
});

const KINDS = ['race', 'race', 'atomicity', 'deadlock'];

/** All kinds in one report. */
async function mixed(): Promise<Analyzed> {
  const trace = `${inversion()}\n${UPDATE}`;
  const at = inversion().split('\n').length;
  const block = { begin: at, own: at + 1, index: at + 3, cut: [at + 2] };
  return found(trace, fasttrack, deadlocks('predicted', first), violations(block));
}

describe('findings of all kinds', () => {
  test.each(reportFormats.map((format) => [format.id, format] as const))('are in %s', async (id, { report }) => {
    const result = await mixed();
    const input = memoryInput('run.std', `${inversion()}\n${UPDATE}`);
    const context = { version: '1', slices: await slices(input, result.findings) };
    const written = all(report(result, context));
    for (const finding of result.findings) expect(written).toContain(finding.fingerprint.slice(0, 6));
    if (id === 'sarif') expect(sarifErrors(JSON.parse(written))).toBeNull();
    if (id === 'json') expect(JSON.parse(written).findings.map(({ type }: Finding) => type)).toEqual(KINDS);
  });

  test('are counted by their kinds', async () => {
    const result = await mixed();
    expect(all(text(result))).toContain('2 races, 1 deadlock and 1 broken block');
    expect(all(text({ ...result, findings: [] }))).toContain('no race, deadlock or broken block');
    const { findings } = result;
    expect(findings.map(({ id }) => id)).toEqual(findings.map((_, i) => `R${i + 1}`));
    expect(findings.map(({ claim }) => claims.indexOf(claim))).toEqual(
      [...findings.map(({ claim }) => claims.indexOf(claim))].sort(),
    );
  });

  test('are suppressed by rules for their kind', async () => {
    const { findings } = await mixed();
    const left = (rules: string) =>
      select(findings, { rules: parseSuppressions(rules, 'rules') }).findings.map(({ type }) => type);
    expect(left('deadlock location a.c  # known')).toEqual(['race', 'atomicity']);
    expect(left('race location c.c  # known')).toEqual(['atomicity', 'deadlock']);
    expect(left('atomicity variable add  # known')).toEqual(['race', 'deadlock']);
    expect(left('deadlock:a.c\n')).toEqual(['race', 'atomicity']);
    for (const rule of ['deadlock variable m  # known', 'deadlock variable n ↔ m  # known', 'deadlock:^m$', 'deadlock:^n$'])
      expect(left(rule)).toEqual(['race', 'atomicity']);
    expect(left('race variable m  # known\nrace:^m$')).toEqual(['race', 'atomicity', 'deadlock']);
    expect(() => left('leak location a.c  # no such kind')).toThrow('"leak" stands where');
  });

  test('are known by a baseline', async () => {
    const { findings } = await mixed();
    expect(select(findings, { baseline: knownFindings(findings) }).findings).toEqual([]);
    const others = knownFindings(findings.filter(({ type }) => type !== 'deadlock'));
    expect(select(findings, { baseline: others }).findings.map(({ type }) => type)).toEqual(['deadlock']);
  });

  test('with hostile names leave no control character or markup behind', async () => {
    for (const name of hostileNames.filter((one) => !/[|\n\r]/.test(one) && one !== '')) {
      const trace = inversion(`m${name}`, `n${name}`);
      const result = await found(trace, deadlocks('predicted', first)).catch(() => undefined);
      if (result === undefined) continue;
      const input = memoryInput('run.std', trace);
      const context = { version: '1', slices: await slices(input, result.findings) };
      for (const { id, report } of reportFormats) {
        const written = all(report(result, context));
        expect(written, id).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        if (id === 'html') expect(written.match(/<script/g)).toHaveLength(2);
      }
    }
  });
});

async function one(trace: string, ...detectors: (DeadlockDetector | AtomicityDetector)[]): Promise<Finding> {
  const { findings } = await found(trace, ...detectors);
  expect(findings).toHaveLength(1);
  expect(sidesOf(findings[0]!).length).toBeGreaterThan(0);
  return findings[0]!;
}
