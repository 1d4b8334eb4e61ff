import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { atomicity } from '../../src/detectors/atomicity/index.ts';
import { recommended } from '../../src/detectors/index.ts';
import { type Finding, sidesOf } from '../../src/findings/finding.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { alikeAccesses, type Edit, holdsAround } from '../../src/viewer/model/edit.ts';
import { runOf } from '../../src/viewer/model/run.ts';
import { holdsOfSections } from '../../src/viewer/model/section-around.ts';
import { ThreadRows } from '../../src/viewer/model/thread-rows.ts';
import type { ViewTrace } from '../../src/viewer/model/view-trace.ts';
import { whatIf, whatIfQuestion } from '../../src/viewer/model/what-if.ts';

const counter = [
  'main|fork(A)|main.c:1',
  'main|fork(B)|main.c:2',
  'A|r(n)|work.c:7',
  'A|w(n)|work.c:7',
  'B|r(n)|work.c:7',
  'B|w(n)|work.c:7',
  'A|w(other)|work.c:8',
  'B|w(other)|work.c:8',
  'main|join(A)|main.c:3',
  'main|r(n)|main.c:4',
].join('\n');

async function opened(text: string): Promise<{ trace: ViewTrace; findings: readonly Finding[] }> {
  const { findings } = await analyze(memoryInput('t.std', text), { detectors: [...recommended, atomicity] });
  const { symbols, ...trace } = parseTrace(text);
  return { trace: { columns: columnsOf({ symbols, ...trace }), symbols, positions: undefined, total: trace.length }, findings };
}

async function asked(
  text: string,
  edits: (trace: ViewTrace, marked: number[]) => Edit[],
  which = (finding: Finding) => finding.variable === 'n',
) {
  const { trace, findings } = await opened(text);
  const finding = findings.find(which)!;
  const marked = sidesOf(finding).map(({ index }) => index);
  return whatIf(
    whatIfQuestion(trace, {
      edits: edits(trace, marked),
      fingerprint: finding.fingerprint,
      marked,
      detectors: finding.detectors,
    }),
  );
}

test('a lock at both lines makes the race go away, and says what is left', async () => {
  const answer = await asked(counter, (trace, marked) =>
    holdsAround(trace, new ThreadRows(trace.columns), alikeAccesses(trace, marked), 'the new lock'),
  );
  expect(answer).toMatchObject({ ok: true, finding: 'gone', appeared: [] });
  expect(answer.ok && answer.gone.map(({ variable }) => variable)).toContain('n');
  expect(answer.ok && answer.left).toBeGreaterThan(0);
});

test('a lock at one of them does not', async () => {
  const answer = await asked(counter, () => [{ kind: 'hold', lock: 'm', from: 2, to: 3 }]);
  expect(answer).toMatchObject({ ok: true, finding: 'there' });
});

test('a join makes what comes after it safe', async () => {
  const answer = await asked(counter, (trace) => [{ kind: 'join', thread: trace.symbols.threads.find('A'), before: 4 }]);
  expect(answer).toMatchObject({ ok: true });
  const impossible = await asked(counter, (trace) => [{ kind: 'join', thread: trace.symbols.threads.find('A'), before: 0 }]);
  expect(impossible).toMatchObject({ ok: false, deadlock: true });
});

test('a block that others cut is whole under a lock that all of them hold, and not under one that it alone holds', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../traces/atomicity/violation/check-then-act.std'), 'utf8');
  const isBlock = ({ type }: Finding): boolean => type === 'atomicity';
  const sections = (trace: ViewTrace, marked: number[]) => holdsOfSections(runOf(trace), marked, 'the new lock');
  expect(await asked(text, sections, isBlock)).toMatchObject({ ok: true, finding: 'gone' });
  const alone = await asked(text, (trace, [first]) => holdsOfSections(runOf(trace), [first!], 'the new lock'), isBlock);
  expect(alone).toMatchObject({ ok: true, finding: 'there' });
});

test('a lock in the other order is a new deadlock', async () => {
  const text = [
    'A|acq(m)|a:1',
    'A|acq(k)|a:2',
    'A|w(y)|a:3',
    'A|rel(k)|a:4',
    'A|w(n)|a:5',
    'A|rel(m)|a:6',
    'B|acq(k)|b:1',
    'B|w(n)|b:2',
    'B|rel(k)|b:3',
  ].join('\n');
  const answer = await asked(text, () => [{ kind: 'hold', lock: 'm', from: 7, to: 7 }]);
  expect(answer).toMatchObject({ ok: true, finding: 'gone' });
  expect(answer.ok && answer.appeared.map(({ type }) => type)).toEqual(['deadlock']);
});
