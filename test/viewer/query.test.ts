// What the address of the page says, and what it shows.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { facets } from '../../src/viewer/model/facets.ts';
import {
  choices,
  everything,
  openFinding,
  parsedQuery,
  type Query,
  queryText,
  shownFindings,
  toggled,
} from '../../src/viewer/model/query.ts';
import { openedTrace } from './findings.ts';

const some = (words: readonly string[]) => fc.subarray([...words]);
const anything = fc.record<Query>({
  words: fc.string(),
  chosen: fc.record({ claim: some(choices.claim), kind: some(choices.kind), state: some(choices.state) }),
  file: fc.option(fc.string(), { nil: undefined }),
  variable: fc.option(fc.string(), { nil: undefined }),
  thread: fc.option(fc.string(), { nil: undefined }),
  finding: fc.option(fc.string(), { nil: undefined }),
  order: fc.constantFrom('recorded', 'witness'),
  event: fc.option(fc.nat(), { nil: undefined }),
});

test('an address brings every query back', () => {
  const again = (query: Query): void => {
    expect(parsedQuery(`#${queryText(query)}`)).toEqual(query);
  };
  fc.assert(fc.property(anything, again));
  expect(queryText(everything)).toBe('');
});

test('what makes no sense is as usual', () => {
  fc.assert(fc.property(fc.string(), (hash) => void shownFindings([], parsedQuery(hash))));
  expect(parsedQuery('#event=-1&order=sideways&claim=sure')).toEqual({
    ...everything,
    chosen: { ...everything.chosen, claim: [] },
  });
});

/** A race on x that happens, one on y that locks suspect only. */
const trace = [
  'T0|fork(T1)|main.c:1',
  'T0|w(x)|main.c:2',
  'T1|r(x)|worker.c:9',
  'T0|w(y)|main.c:5',
  'T0|acq(m)|main.c:6',
  'T0|rel(m)|main.c:7',
  'T1|acq(m)|other.c:11',
  'T1|rel(m)|other.c:12',
  'T1|w(y)|other.c:13',
].join('\n');

test('findings are found by words, claims, files, variables and threads', async () => {
  const { findings } = await openedTrace(trace, [fasttrack, lockset]);
  const ids = (change: Partial<Query>) =>
    shownFindings(findings, { ...everything, ...change }).map(({ finding }) => finding.variable);
  expect(ids({})).toEqual(['x', 'y']);
  expect(ids({ words: 'X Main.c:2' })).toEqual(['x']);
  expect(ids({ words: 'nowhere' })).toEqual([]);
  expect(ids(toggled(everything, 'claim', 'observed'))).toEqual(['y']);
  expect(ids({ file: 'other.c' })).toEqual(['y']);
  expect(ids({ variable: 'x' })).toEqual(['x']);
  expect(ids({ thread: 'T1' })).toEqual(['x', 'y']);
  expect(ids(toggled(everything, 'state', 'new'))).toEqual([]);
  expect(facets(findings, 'file').map(({ name, count, claim }) => [name, count, claim])).toEqual([
    ['main.c', 2, 'observed'],
    ['other.c', 1, 'suspected'],
    ['worker.c', 1, 'observed'],
  ]);
  const [first] = findings;
  for (const name of [first!.finding.id, first!.finding.fingerprint])
    expect(openFinding(findings, { ...everything, finding: name })).toBe(first);
  expect(openFinding(findings, { ...everything, finding: 'R99' })).toBeUndefined();
});
