// Plans and outcomes as text: they come back as they were, and nothing that is no plan passes for one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import {
  divergences,
  doings,
  noOutcome,
  type Outcome,
  outcomeText,
  parseOutcome,
  type Standing,
} from '../../src/steer/outcome.ts';
import { Cut, orders, type Plan, stepKinds, type TargetKind, targetKinds, usualPlan } from '../../src/steer/plan.ts';
import { parsePlan, planText } from '../../src/steer/plan-text.ts';
import { nastyName } from '../arbitrary/nasty.ts';
import { runs } from '../runs.ts';

const site = nastyName(/^$/);
const sites = fc.array(site, { minLength: 1, maxLength: 4 });
const thread = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }).map((path) => path.join('.'));
const targetOf = (...kinds: readonly TargetKind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), thread: fc.oneof(thread, fc.constant('*')), sites });
const meeting = fc.record({
  targets: fc.array(targetOf(...targetKinds), { maxLength: 8 }).filter(({ length }) => length !== 1),
  cuts: fc.constant(false),
  ways: fc.constant([]),
});
const cutting = fc.record({
  targets: fc.array(targetOf('read', 'write', 'access'), { minLength: 3, maxLength: 3 }),
  cuts: fc.constant(true),
  ways: fc.uniqueArray(fc.record({ target: fc.constantFrom(Cut.between, Cut.after), sites }), { selector: (way) => way.target }),
});
const planArbitrary: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.record({
      seed: fc.nat(0xffff_ffff),
      hold: fc.nat(9999),
      patience: fc.nat(99_999),
      order: fc.constantFrom(...orders),
      stops: fc.boolean(),
      steps: fc.array(fc.record({ kind: fc.constantFrom(...stepKinds), thread, sites }), { maxLength: 6 }),
    }),
    fc.oneof(meeting, cutting),
  )
  .map(([rest, targets]) => ({ ...rest, ...targets }));

test('a plan comes back as it was', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      expect(parsePlan(planText(plan), 'a.plan')).toEqual(plan);
    }),
    runs(300),
  );
});

test('a plan that is broken is one clear error, or another plan', () => {
  fc.assert(
    fc.property(planArbitrary, fc.nat(), fc.string({ maxLength: 3 }), (plan, at, put) => {
      const text = planText(plan);
      const cut = at % (text.length + 1);
      try {
        parsePlan(text.slice(0, cut) + put + text.slice(cut + put.length), 'a.plan');
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).code).toBe('BAD_PLAN');
      }
    }),
    runs(500),
  );
});

test.each([
  ['', 1],
  ['foretrace plan 2\n', 1],
  ['foretrace plan 1\nseed -1\n', 2],
  ['foretrace plan 1\nseed 4294967296\n', 2],
  ['foretrace plan 1\norder last\n', 2],
  ['foretrace plan 1\ntarget write 0.1 a+0x1\n', 1],
  ['foretrace plan 1\ntarget write main a+0x1\n', 2],
  ['foretrace plan 1\nschedule pct 3\n', 2],
  ['foretrace plan 1\ncuts\n', 1],
  ['foretrace plan 1\nway 1 a+0x1\n', 1],
  [`foretrace plan 1\ncuts\nway 0 a+0x1\n`, 3],
  [`foretrace plan 1\ncuts\n${'target read * a\n'.repeat(4)}`, 1],
  [`foretrace plan 1\ncuts\n${'target acquire * a\n'.repeat(3)}`, 1],
  [`foretrace plan 1\ncuts\n${'target read * a\n'.repeat(3)}way 1 a\nway 1 b\n`, 1],
  ['foretrace plan 1\n\nstep acquire * a+0x1\n', 3],
  ['foretrace plan 1\nstep acquire 0\n', 2],
  [`foretrace plan 1\nstep acquire 0 ${'a+0x1 '.repeat(65)}\n`, 2],
  [`foretrace plan 1\nstep acquire 0 ${'a'.repeat(513)}\n`, 2],
  ['foretrace plan 1\nstep acquire 0 a%zz\n', 2],
  ['foretrace plan 1\nstep acquire 0 a%ff\n', 2],
  [`foretrace plan 1\n${'step acquire 0 a\n'.repeat(4097)}`, 4098],
  ['foretrace plan 1\nrm -rf\n', 2],
  ['x'.repeat(2 << 20), 1],
])('what is no plan, %#', (text, line) => {
  const parsed = (): Plan => parsePlan(text, 'a.plan');
  expect(parsed).toThrow(InputError);
  try {
    parsed();
  } catch (error) {
    expect((error as InputError).place).toEqual({ file: 'a.plan', line });
  }
});

test('what a plan does not say is as usual', () => {
  expect(parsePlan('foretrace plan 1\n# nothing\n', 'a')).toEqual(usualPlan);
});

const standing = fc.record({
  target: fc.nat(7),
  thread,
  doing: fc.constantFrom(...doings),
  address: fc.nat().map((address) => `0x${address.toString(16)}`),
  bytes: fc.nat(255),
  site,
});
const outcomeArbitrary: fc.Arbitrary<Outcome> = fc.record(
  {
    followed: fc.constant(true),
    stood: fc.array(standing, { maxLength: 3 }),
    met: fc.array(standing, { minLength: 2, maxLength: 3 }).map((met) => met.map((one, target) => ({ ...one, target }))),
    stacks: fc.array(fc.tuple(fc.nat(7), fc.array(site, { maxLength: 3 })), { maxLength: 2 }).map((rows) => new Map(rows)),
    steps: fc.nat(99),
    diverged: fc.record({ step: fc.nat(99), why: fc.constantFrom(...divergences) }),
    freed: fc.boolean(),
  },
  { requiredKeys: ['followed', 'stood', 'stacks', 'steps', 'freed'] },
);

test('an outcome comes back as it was', () => {
  fc.assert(
    fc.property(outcomeArbitrary, (outcome) => {
      expect(parseOutcome(outcomeText(outcome), outcome.met?.length ?? 0)).toEqual(outcome);
    }),
    runs(300),
  );
});

test('an outcome that is cut says less, and nothing else', () => {
  fc.assert(
    fc.property(outcomeArbitrary, fc.nat(), (outcome, at) => {
      const text = outcomeText(outcome);
      const cut = text.slice(0, text.lastIndexOf('\n', at % text.length) + 1);
      const { met, diverged, stood } = parseOutcome(cut, outcome.met?.length ?? 0);
      expect([undefined, outcome.met]).toContainEqual(met);
      expect([undefined, outcome.diverged]).toContainEqual(diverged);
      expect(outcome.stood.slice(0, stood.length)).toEqual(stood);
    }),
    runs(300),
  );
});

test('a meeting of one is none, and the first one counts', () => {
  const head = 'foretrace outcome 1\n';
  const one = '0 0.1 write 0x10 4 a+0x1';
  const met = (lines: string, targets = 2): readonly Standing[] | undefined => parseOutcome(`${head}met ${lines}\n`, targets).met;
  expect(met(one, 1)).toBeUndefined();
  expect(met(`${one} 1 0.2 write 0x10`)).toBeUndefined();
  expect(met(`${one} 1 0.2 read 0x10 4 a\nmet ${one} 1 0.3 read 0x10 4 a`)?.[1]?.thread).toBe('0.2');
  expect(parseOutcome('met\n', 2)).toEqual(noOutcome);
});

test('a meeting has one thread at each target of the plan', () => {
  const stands = (target: number): string => `${target} 0.${target} write 0x10 4 a+0x1`;
  const isMet = (targets: number, ...seats: number[]): boolean =>
    parseOutcome(`foretrace outcome 1\nmet ${seats.map(stands).join(' ')}\n`, targets).met !== undefined;
  expect(isMet(2, 0, 1)).toBe(true);
  expect([isMet(3, 0, 1), isMet(2, 0, 1, 2), isMet(2, 1, 0), isMet(2, 0, 5), isMet(2, 0, 0)]).not.toContain(true);
});
