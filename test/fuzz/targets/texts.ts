// Small files that people and tools write: source maps, suppressions, baselines, schedules.

import assert from 'node:assert/strict';
import { parseBaseline } from '../../../src/findings/baseline.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { parseSuppressions } from '../../../src/findings/suppression.ts';
import { parseTrace } from '../../../src/formats/read.ts';
import { SourcePositions } from '../../../src/symbols/source-positions.ts';
import { columnsOf } from '../../../src/trace/columns.ts';
import { ScheduleChecker } from '../../../src/witness/check.ts';
import { positionsOf } from '../../../src/witness/schedule.ts';
import { answered, type Target } from '../target.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (given: Uint8Array): string => Buffer.from(given).toString('utf8');

const map = { version: 3, sources: ['a.ts', null, 'b.ts'], sourcesContent: ['x\ny', null, 'z'], names: ['n'] };
const MAPS = [
  { ...map, mappings: 'AAAA,CAAC;AACA;ACDA,EAAC' },
  { ...map, sources: [], mappings: 'AAAA;AAAA;AAAA' },
  { ...map, mappings: [[[0, 0, 0, 0]], [[0, 9, 9, 9]]], sourcesContent: [5, {}, []] },
  { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: { ...map, mappings: 'AAAA' } }] },
];

export const sourceMaps: Target = {
  name: 'source-maps',
  seeds: () => MAPS.map((one) => bytes(JSON.stringify(one))),
  run(given) {
    const positions = new SourcePositions();
    const url = `data:application/json;base64,${Buffer.from(given).toString('base64')}`;
    for (const line of [0, 1, 2, 1e9])
      for (const column of [0, 1, 5]) {
        const place = { file: '/nowhere/a.js', line, column };
        const found = positions.original(place, url);
        assert.equal(typeof found.file, 'string');
        assert(Number.isInteger(found.line) && Number.isInteger(found.column));
        positions.statement(found, place, url);
      }
  },
};

const access = {
  index: 1,
  thread: 'T1',
  op: 'write',
  location: 'src/a.c:1 (f)',
  locks: [],
  stack: [{ location: 'src/a.c:1 (f)', function: 'f', library: 'libf' }],
  taken: [],
};
const finding = {
  variable: 'x',
  fingerprint: '0123456789abcdef',
  forks: [],
  type: 'race',
  first: access,
  second: access,
} as unknown as Finding;

export const suppressions: Target = {
  name: 'suppressions',
  seeds: () => [
    bytes('# known\nrace location src/legacy/**   # until the pool is rewritten\nrace variable "metrics.* #"  # x\n'),
    bytes('race function run*   # a\r\nrace fingerprint 5f2c9a0d  # b\r\n'),
    bytes('race:^std::*push$\nrace_top:f # x\ncalled_from_lib:libf.so\ndeadlock:g\n'),
  ],
  run: (given) => answered(() => parseSuppressions(text(given), 'x').map((rule) => rule.matches(finding))),
};

export const baselines: Target = {
  name: 'baselines',
  seeds: () => [bytes('{"version":1,"findings":[{"fingerprint":"5f2c9a","variable":"x","places":["a.c:1","a.c:2"]}]}\n')],
  run: (given) => answered(() => parseBaseline(text(given), 'x')),
};

const RUN = 'T0|fork(T1)|1\nT0|acq(m)|2\nT0|w(x)|3\nT0|rel(m)|4\nT1|acq(m)|5\nT1|r(y)|6\nT1|rel(m)|7\nT1|w(x)|8\n';
const recorded = parseTrace(RUN);

export const schedules: Target = {
  name: 'schedules',
  seeds: () => [bytes(RUN), bytes('T0|fork(T1)|1\nT0|acq(m)|2\nT0|w(x)|3\nT1|w(x)|8\n')],
  run: (given) =>
    answered(() => {
      const found = positionsOf(recorded, parseTrace(given, { check: false }));
      if (found.ok) new ScheduleChecker(columnsOf(recorded), recorded.symbols).check(found.positions);
    }),
};
