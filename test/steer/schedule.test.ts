// What decides the schedule of a run, as a word; which schedule comes next; and which suspected pair is tried next.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Leads } from '../../src/steer/leads.ts';
import { type Candidate, CandidateSearch } from '../../src/steer/relaxed/candidates.ts';
import { mixed, parseSchedule, scheduleText, seedOf } from '../../src/steer/schedule.ts';
import { Turns } from '../../src/steer/turns.ts';
import { addSite } from '../../src/trace/symbols.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const seeds = fc.nat(0xffff_ffff);
const schedules = fc.oneof(
  fc.record({ policy: fc.constantFrom('plain' as const, 'delays' as const, 'led' as const), seed: seeds }),
  fc.record({
    policy: fc.constant('pct' as const),
    seed: seeds,
    steps: fc.integer({ min: 1, max: 1_000_000_000 }),
    depth: fc.integer({ min: 1, max: 16 }),
  }),
);

test('a schedule comes back as it was', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      expect(parseSchedule(scheduleText(schedule))).toEqual({ ...schedule });
    }),
    runs(500),
  );
});

test.each([
  '',
  'pct',
  'pct:1',
  'pct:00000001',
  'plain:00000001:5:3',
  'pct:00000001:0:3',
  'pct:00000001:9:17',
  'pct:00000001:9999999999:3',
  'PCT:00000001:9:3',
  'led:0000000g',
])('%j is no schedule', (text) => expect(parseSchedule(text)).toBeUndefined());

test('the same seed gives the same numbers, and another one others', () => {
  expect(Array.from({ length: 5 }, (_, n) => mixed(7, n))).toEqual(Array.from({ length: 5 }, (_, n) => mixed(7, n)));
  expect(new Set(Array.from({ length: 1000 }, (_, n) => mixed(n, 0))).size).toBe(1000);
  expect(seedOf('42')).toBe(42);
  expect(seedOf('nightly')).not.toBe(seedOf('weekly'));
});

describe('turns', () => {
  test('a mix begins plain, and leads whenever there is something to be led to', () => {
    const turns = new Turns(1, 'mix');
    const pct = (times: number): string[] => Array.from({ length: times }, () => 'pct');
    const round = ['led', ...pct(2), 'led', ...pct(3), 'led', ...pct(6), 'delays'];
    expect(Array.from({ length: 17 }, () => turns.next(true).policy)).toEqual(['plain', ...round, 'led']);
    const without = new Turns(1, 'mix');
    expect(Array.from({ length: 13 }, () => without.next(false).policy)).toEqual([
      'plain',
      ...round.filter((policy) => policy !== 'led'),
    ]);
  });

  test('where nobody is led, a mix has the schedules of pct alone', () => {
    const [mix, pct] = [new Turns(7, 'mix'), new Turns(7, 'pct')];
    const [first, ...others] = Array.from({ length: 12 }, () => [mix.next(false), pct.next(false)] as const);
    expect(first![0].policy).toBe('plain');
    for (const [own, alone] of others) expect(own).toEqual(alone);
  });

  test('steps are those of the run before', () => {
    const turns = new Turns(1, 'pct');
    expect(turns.next(false).steps).toBeUndefined();
    turns.took(77);
    turns.took(0);
    expect(turns.next(false)).toMatchObject({ steps: 77, depth: 3 });
  });
});

describe('leads', () => {
  function learned(): Leads {
    const { symbols } = parse('T1|w(x)|1');
    const leads = new Leads();
    for (const location of [1, 2, 3, 4]) addSite(symbols, location, `a.out+0x${location}`);
    const side = (location: number) => ({ thread: location, position: location, location, writes: true, isAtomic: false });
    const variable = symbols.variables.find('x');
    const candidate = (first: number, second: number, reads: number, looked: number): Candidate => ({
      variable,
      first: side(first),
      second: side(second),
      reads,
      looked,
    });
    // 5 has no site: nobody can be led there.
    leads.learn([candidate(1, 2, 0, 0), candidate(3, 4, 1, 1), candidate(1, 4, 2, 0), candidate(1, 5, 0, 0)], symbols, String);
    return leads;
  }

  test('those that change least come first, and each has its turn before another try', () => {
    const leads = learned();
    const tried: string[] = [];
    for (let lead = leads.next(); lead !== undefined; lead = leads.next()) {
      tried.push(lead.places.join(' '));
      leads.tried(lead, lead.places[0] === '3');
    }
    expect(tried).toEqual(['1 2', '1 4', '3 4', '1 2', '1 4', '1 2', '1 4']);
    expect(leads.counts()).toEqual({ tried: 3, confirmed: 1, givenUp: 2, open: 0 });
  });

  test('what a prediction may have left undecided comes before what none can decide', () => {
    // A schedule of the run that has the pair keeps what reads saw: where one would have to change, a prediction has refuted it.
    const text = `
      T0|fork(T1)|1  T0|fork(T2)|2
      T1|w(x)|3  T1|acq(m)|4  T1|r(c)|5  T1|w(c)|6  T1|rel(m)|7  T1|acq(n)|8  T1|w(y)|9  T1|rel(n)|10
      T2|acq(m)|11  T2|r(c)|12  T2|w(c)|13  T2|rel(m)|14  T2|w(x)|15  T2|w(y)|16`;
    const trace = parse(
      text
        .trim()
        .split(/\s{2,}|\n/)
        .join('\n'),
    );
    const search = new CandidateSearch();
    for (const block of trace.blocks) search.block(block);
    const leads = new Leads();
    for (let id = 1; id < trace.symbols.locations.size; id++) addSite(trace.symbols, id, `a.out+${id}`);
    leads.learn(search.candidates(), trace.symbols, (location) => trace.symbols.locations.name(location));
    expect(leads.next()).toMatchObject({ variable: 'y', reads: 0 });
  });

  test('what is reported already is not tried', () => {
    const leads = learned();
    leads.decide(['2', '1']);
    expect(leads.next()!.places).toEqual(['1', '4']);
    expect(leads.counts()).toEqual({ tried: 0, confirmed: 0, givenUp: 0, open: 2 });
  });
});
