import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { hbPairs } from '../../src/detectors/hb-pairs/index.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import type { Finding } from '../../src/findings/finding.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import type { Frame } from '../../src/findings/stack.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { github } from '../../src/report/github.ts';
import { reportFormats } from '../../src/report/index.ts';
import { json } from '../../src/report/json.ts';
import { jsonl } from '../../src/report/jsonl.ts';
import { markdown } from '../../src/report/markdown.ts';
import type { Sources } from '../../src/report/report.ts';
import { sarif } from '../../src/report/sarif.ts';
import { text } from '../../src/report/text.ts';
import { summary } from '../../src/report/words.ts';
import { nastyNames, nastyTrace } from './nasty-trace.ts';
import { sarifErrors } from './sarif-schema.ts';

const result = (trace: string): Promise<AnalysisResult> =>
  analyze(memoryInput('run.std', trace), { detectors: [fasttrack, lockset] });
const all = (pieces: Iterable<string>): string => [...pieces].join('');

const plainTrace = await result(
  [
    'T0|fork(worker)|src/main.c:12',
    'T0|acq(m)|src/main.c:14',
    'T0|w(balance)|src/main.c:15:3',
    'T0|rel(m)|src/main.c:16',
    'worker|r(balance)|src/worker.c:41',
    'worker|r(balance)|src/worker.c:41',
  ].join('\n'),
);

const nasty = await result(nastyTrace);
const empty = await result('T0|w(x)|1\n');

/** Only the worker's file is at hand. */
const sources: Sources = (location) =>
  location.startsWith('src/worker') ? { first: 41, line: 41, lines: ['  show(balance);'] } : undefined;

test('text reads like this', () => {
  expect(all(text(plainTrace, { sources }))).toBe(
    `race  balance  happened in this run: nothing ordered the two accesses
  1  write  in T0      holding m        src/main.c:15:3  event 2
  2  read   in worker  holding nothing  src/worker.c:41  event 4
        | show(balance);
     T0 holds m, worker holds nothing: no lock in common, and nothing else orders the two in this
     run
     worker forked by T0 at src/main.c:12
     observed by fasttrack and lockset, at least 2 times · id R1·17b00a

1 race · 6 events, 2 threads, 1 lock, 1 variable
`,
  );
});

test('text wraps sentences, says what was left out, and shows no control characters', () => {
  const leftOut = { suppressed: 2, known: 1, foreign: 0, foreignCode: [], dependencies: 0, packages: [], rare: 0, beyond: 3 };
  const narrow = all(text({ ...plainTrace, leftOut }, { width: 50 }));
  expect(narrow.replaceAll('\n', ' ')).toContain('1 race, 3 more not shown, 2 suppressed, 1 in the baseline');
  const body = narrow.split('\n').slice(0, -2);
  expect(Math.max(...body.map((line) => line.length))).toBeLessThanOrEqual(50);
  expect(body.slice(1, 7)).toEqual([
    '     happened in this run: nothing ordered the two',
    '     accesses',
    '  1  write  in T0  holding m',
    '     src/main.c:15:3  event 2',
    '  2  read  in worker  holding nothing',
    '     src/worker.c:41  event 4',
  ]);
  expect(all(text(nasty))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
});

test('threads that were started at one place are named together', async () => {
  const started = 'm|fork(a)|m.c:1\nm|fork(b)|m.c:1\na|w(x)|a.c:1\nb|w(x)|b.c:1\n';
  expect(all(text(await result(started)))).toContain('     a and b forked by m at m.c:1\n');
  const library = started.replaceAll('m.c:1', 'libc.so.6+0x1f (std::thread::start)');
  expect(all(text(await result(library)))).toContain('     a and b forked by m in std::thread::start\n');
});

test('what happens at the same two places is one finding', async () => {
  const increments = ['a|r(x)|a.c:1', 'b|r(x)|a.c:1', 'a|w(x)|a.c:1', 'b|w(x)|a.c:1'].join('\n');
  const shown = all(text(await analyze(memoryInput('run.std', increments), { detectors: [hbPairs] })));
  // `x++` is a read and a write: one mistake, however a schedule mixes them.
  expect(shown.match(/^ {2}1 {2}/gm)).toHaveLength(1);
  expect(shown).toContain('     observed by hb-pairs, at least 3 times · id R1·');
});

test('the reason says what locks do not do', async () => {
  const reason = async (trace: string): Promise<string> => (await result(trace)).findings[0]!.reason;
  expect(await reason('a|w(x)|1\nb|w(x)|2\n')).toBe('neither holds a lock, and nothing else orders the two in this run');
  expect(await reason('a|racq(m)|0\nb|racq(m)|0\na|w(x)|1\nb|w(x)|2\na|rrel(m)|3\nb|rrel(m)|3\n')).toBe(
    'both hold m, but only as readers, and nothing else orders the two in this run',
  );
  const reader = await result('a|racq(m)|0\na|w(x)|a.c:1\na|rrel(m)|0\nb|w(x)|b.c:2\n');
  expect(reader.findings[0]!.reason).toContain('a holds m as a reader, b holds nothing: no lock in common');
  expect(all(text(reader))).toContain('  1  write  in a  holding m (shared)  a.c:1  event 1\n');
  expect(JSON.parse(all(json(reader))).findings[0].first).toMatchObject({ locks: ['m'], shared: ['m'] });
  const writer = await result('a|acq(m)|0\na|w(x)|a.c:1\na|rel(m)|0\nb|w(x)|b.c:2\n');
  expect(writer.findings[0]!.first).not.toHaveProperty('shared');
  const unlocked = await result('a|w(x)|a.c:1\nb|w(x)|b.c:2\n');
  for (const report of [github(unlocked), markdown(unlocked), sarif(unlocked, '1')])
    expect(all(report)).toContain('Neither holds a lock');
});

test('json is one object in the order of the contract', () => {
  const parsed = JSON.parse(all(json(plainTrace)));
  expect(Object.keys(parsed)).toEqual(['version', 'trace', 'traces', 'detectors', 'findings', 'tests', 'leftOut']);
  expect(Object.keys(parsed.trace)).toEqual([
    'file',
    'events',
    'threads',
    'locks',
    'variables',
    'repaired',
    'complete',
    'memoryModel',
  ]);
  expect(Object.keys(parsed.detectors[0])).toEqual(
    'id claim finds trace races deadlocks violations variables counters'.split(' '),
  );
  expect(Object.keys(parsed.detectors[0].races[0])).toEqual(['variable', 'kind', 'first', 'second', 'witness']);
  expect(Object.keys(parsed.findings[0])).toEqual(
    'id fingerprint type variable kind claim detectors count first second witness reason forks variables places processes tests trace'.split(
      ' ',
    ),
  );
  expect(JSON.parse(all(json(empty))).findings).toEqual([]);
  expect(JSON.parse(all(json(nasty))).findings).toHaveLength(nastyNames.length);
});

test('jsonl is one object a line', () => {
  const lines = all(jsonl(nasty))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(['trace', ...nastyNames.map(() => 'race'), 'detector', 'detector', 'end']);
});

describe('sarif', () => {
  test.each([
    ['races', plainTrace],
    ['nasty names', nasty],
    ['no race', empty],
  ])('with %s is valid by the official schema', (_name, analysed) => {
    const log = JSON.parse(all(sarif(analysed, '1.2.3')));
    expect(sarifErrors(log)).toBeNull();
  });

  test('has both accesses, the fingerprint and URIs', () => {
    const [run] = JSON.parse(all(sarif(plainTrace, '1.2.3'))).runs;
    expect(run.results[0].partialFingerprints).toEqual({ 'foretrace/v2': plainTrace.findings[0]!.fingerprint });
    expect(run.results[0].codeFlows[0].threadFlows).toHaveLength(2);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/worker.c' },
      region: { startLine: 41 },
    });
    expect(all(sarif(nasty, '1.2.3'))).toContain('file:///C:/my%20dir/%C3%BC%2C%3Ax.c');
  });
});

test('github annotations stay within their line and their limits', () => {
  const lines = all(github(nasty)).trimEnd().split('\n');
  expect(lines).toHaveLength(nastyNames.length + 1);
  for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) [^:]*::[^\r\n]*$/);
  const many = { ...plainTrace, findings: Array.from({ length: 25 }, () => plainTrace.findings[0]!) };
  const annotations = all(github(many)).trimEnd().split('\n');
  expect(annotations).toHaveLength(11);
  expect(annotations.at(-1)).toContain('15 beyond');
});

test('markdown keeps names inside their code spans', () => {
  const rows = all(markdown(nasty))
    .split('\n')
    .filter((line) => /^\| [12] /.test(line));
  // Seven bars a row: none of a name's own gets through unescaped.
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7);
  expect(all(markdown(plainTrace))).toContain('| 2 | read | `worker` | nothing | `src/worker.c:41` | 4 |');
});

test('the same input gives the same bytes', async () => {
  const again = await result('T0|fork(T1)|a.c:1\nT0|w(x)|a.c:2\nT1|w(x)|a.c:3\n');
  const twice = await result('T0|fork(T1)|a.c:1\nT0|w(x)|a.c:2\nT1|w(x)|a.c:3\n');
  for (const report of [text, json, jsonl, github, markdown]) expect(all(report(again))).toBe(all(report(twice)));
});

/** The script of a page knows all words. */
function withoutScript(page: string): string {
  return page.replace(/<script>.*?<\/script>/s, '');
}

describe('what is in the code of others', () => {
  const none = { suppressed: 0, known: 0, foreign: 0, foreignCode: [], dependencies: 0, packages: [], rare: 0, beyond: 0 };
  const leftOut = { ...none, foreign: 2, foreignCode: ['libfoo.so', 'old.c'], dependencies: 1, packages: ['@a/pool'] };
  const told = '2 findings are wholly in code that was not recorded (libfoo.so, old.c): --foreign shows them';
  const toldToo = '1 finding is wholly in installed packages (@a/pool): --dependencies shows it';
  const clean = { ...empty, leftOut };

  test.each(reportFormats.map(({ id, report }) => [id, report] as const))('%s says what was left out', (id, report) => {
    const written = all(report(clean, { version: '1' }));
    if (id === 'json') expect(JSON.parse(written).leftOut).toEqual(leftOut);
    else if (id === 'jsonl')
      expect(written).toContain('"foreign":2,"foreignCode":["libfoo.so","old.c"],"dependencies":1,"packages":["@a/pool"]');
    else for (const words of [told, toldToo]) expect(written.replaceAll('`', '').replace(/\s+/g, ' ')).toContain(words);
    if (id === 'sarif') expect(sarifErrors(JSON.parse(written))).toBeNull();
    const plain = all(report({ ...empty, leftOut: none }, { version: '1' }));
    expect(withoutScript(plain)).not.toContain('wholly');
  });

  test('the verdict is of the other code', () => {
    const found = (some: Partial<typeof leftOut>) => summary({ ...empty, leftOut: { ...none, ...some } }).found;
    expect(found({ foreign: 2 })).toMatch(/^no \S+ in recorded code, 2 in code that was not recorded$/);
    expect(found({ dependencies: 2 })).toMatch(/^no \S+ in your code, 2 in installed packages$/);
    expect(found(leftOut)).toMatch(/^no \S+ in your code, 2 in code that was not recorded, 1 in installed packages$/);
    expect(found({})).toMatch(/^no \S+$/);
  });

  test('a place is marked, and its library named if it is the line of the caller that is shown', () => {
    const [race] = plainTrace.findings;
    const at = (...stack: Frame[]) => ({
      ...plainTrace,
      findings: [{ ...race!, second: { ...race!.second, stack } } as Finding],
    });
    const library: Frame = { location: 'libfoo.so+0x12 (store)', function: 'store', library: 'libfoo', foreign: true };
    const own: Frame = { location: 'src/worker.c:41', file: 'src/worker.c', line: 41 };
    for (const { id, report } of reportFormats) {
      if (id === 'json' || id === 'jsonl') continue;
      for (const [stack, mark] of [
        [[library], 'not compiled by foretrace'],
        [[library, own], 'in libfoo.so, not compiled by foretrace'],
      ] as const)
        expect(all(report(at(...stack), { version: '1' })).replaceAll('`', ''), id).toContain(mark);
      expect(withoutScript(all(report(plainTrace, { version: '1' })))).not.toContain('not compiled');
    }
  });
});

describe('tests that showed something', () => {
  const [race] = plainTrace.findings;
  const of = (...tests: readonly (readonly string[])[]) => ({
    ...plainTrace,
    findings: tests.map((own, i): Finding => ({ ...race!, id: `R${i + 1}`, tests: own })),
  });
  const two = of(['a.test.js > adds'], ['b.test.js', 'a.test.js > adds'], []);

  test('have a line each, below the findings', () => {
    expect(all(text(two))).toContain(`
2 tests showed this:
  a.test.js > adds: 2 races (R1, R2)
  b.test.js: 1 race (R2)

3 races`);
    expect(all(markdown(two))).toMatch(
      /\| `a\.test\.js > adds` \| 2 races \(R1, R2\) \|\n\| `b\.test\.js` \| 1 race \(R2\) \|\n$/,
    );
    expect(all(github(two))).toContain('2 tests showed this: a.test.js > adds: 2 races (R1, R2); b.test.js: 1 race (R2)');
    const written = [
      { test: 'a.test.js > adds', findings: ['R1', 'R2'] },
      { test: 'b.test.js', findings: ['R2'] },
    ];
    expect(JSON.parse(all(json(two))).tests).toEqual(written);
    const lines = all(jsonl(two))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ type }) => type === 'test')).toEqual(written.map((one) => ({ type: 'test', ...one })));
  });

  test('are counted where there are many', () => {
    const many = of(...Array.from({ length: 300 }, (_, i) => [`${i}.test.js`]));
    expect(all(github(many))).toContain('300 tests showed this: ');
    expect(all(github(many))).toContain('; and 295 more tests');
    expect(all(markdown(many))).toMatch(/\nand 100 more tests\n$/);
    const [one] = of(['a.test.js']).findings;
    const often = { ...plainTrace, findings: Array.from({ length: 9 }, (_, i): Finding => ({ ...one!, id: `R${i + 1}` })) };
    expect(all(text(often))).toContain('  a.test.js: 9 races (R1, R2, R3, R4, R5, R6, R7, R8, …)\n');
  });

  test('are not spoken of where none told', () => {
    for (const written of [all(text(plainTrace)), all(markdown(plainTrace)), all(github(plainTrace))])
      expect(written).not.toContain('showed');
  });
});
