// Raptor's sets, state by state, as the paper's Figures 4 to 7 show them (HB, CP and conditional CP; `\\` is what goes). Where a figure
// repeats an element that was there before, or leaves out one that goes, the rows here follow the algorithms.

import { describe, expect, it } from 'vitest';
import { raptorSteps, type SetChange } from '../../src/teaching/raptor/changes.ts';
import { parse } from '../referee/litmus.ts';

const figures = {
  'Figure 4, a rule (a) edge': `
    T1 w(x) → x^1 HB T1
    T1 acq(m) → m^1 HB T1
    T1 w(y) → y^1 HB T1 m^1*
    T1 rel(m) → m^1 HB m^1 | x^1 HB m^1
    T2 acq(m) → m^1 HB T2 CCP T2:m^1 | m^2 HB T2 | x^1 HB T2 CCP T2:m^1 | y^1 HB T2 CCP T2:m^1
    T2 r(y) → m^1 CP T2 | y^1 HB ξ_T2 CCP ξ_T2:m^1 | y^1_T2 HB T2 m^2*
    T2 rel(m) → m^1 CP m \\ T2:m^1 | m^2 HB m^2 | x^1 CP T2 m \\ T2:m^1 | y^1 CP T2 m ξ_T2 \\ T2:m^1 ξ_T2:m^1
    T2 r(x) → x^1 HB ξ_T2 CP ξ_T2 | x^1_T2 HB T2
  `,
  'Figure 5, an order that is known late': `
    T1 w(x) → x^1 HB T1
    T1 acq(m) → m^1 HB T1
    T1 rel(m) → m^1 HB m^1 | x^1 HB m^1
    T1 acq(u) → u^1 HB T1
    T1 w(y) → y^1 HB T1 u^1*
    T1 rel(u) → m^1 HB u^1 | u^1 HB u^1 | x^1 HB u^1
    T2 acq(m) → m^1 HB T2 CCP T2:m^1 | m^2 HB T2 | x^1 HB T2 CCP T2:m^1
    T2 acq(v) → v^1 HB T2
    T2 rel(v) → m^1 HB v^1 CCP v:m^1 | m^2 HB v^1 | v^1 HB v^1 | x^1 HB v^1 CCP v:m^1
    T3 acq(v) → m^1 HB T3 CCP T3:m^1 T3:v^1 | m^2 HB T3 CCP T3:v^1 | v^1 HB T3 CCP T3:v^1 | v^2 HB T3 | x^1 HB T3 CCP T3:m^1 T3:v^1
    T3 rel(v) → m^1 \\ T3:v^1 | m^2 \\ T3:v^1 | v^1 \\ T3:v^1 | v^2 HB v^2 | x^1 \\ T3:v^1
    T3 r(x) → x^1 HB ξ_T3 CCP ξ_T3:m^1 | x^1_T3 HB T3
    T2 acq(u) → m^1 CCP T2:u^1 | u^1 HB T2 CCP T2:u^1 | u^2 HB T2 | x^1 CCP T2:u^1 | y^1 HB T2 CCP T2:u^1
    T2 r(y) → u^1 CP T2 | y^1 HB ξ_T2 CCP ξ_T2:u^1 | y^1_T2 HB T2 m^2* u^2*
    T2 rel(u) → m^1 CP T2 u \\ T2:u^1 | m^2 HB u^2 | u^1 CP u \\ T2:u^1 | u^2 HB u^2 | v^1 HB u^2 | x^1 CP T2 u \\ T2:u^1 | y^1 CP T2 u ξ_T2 \\ T2:u^1 ξ_T2:u^1
    T2 rel(m) → m^1 CP T3 m v \\ T2:m^1 T3:m^1 v:m^1 | m^2 HB m^2 | u^1 HB m^2 CP m | u^2 HB m^2 | v^1 HB m^2 | x^1 CP T3 m v ξ_T3 \\ T2:m^1 T3:m^1 v:m^1 ξ_T3:m^1 | y^1 HB m^2 CP m
  `,
  'Figure 6, a transfer': `
    T1 w(x) → x^1 HB T1
    T1 acq(m) → m^1 HB T1
    T1 rel(m) → m^1 HB m^1 | x^1 HB m^1
    T1 acq(o) → o^1 HB T1
    T1 rel(o) → m^1 HB o^1 | o^1 HB o^1 | x^1 HB o^1
    T1 acq(q) → q^1 HB T1
    T1 w(y) → y^1 HB T1 q^1*
    T1 rel(q) → m^1 HB q^1 | o^1 HB q^1 | q^1 HB q^1 | x^1 HB q^1
    T2 acq(o) → m^1 HB T2 CCP T2:o^1 | o^1 HB T2 CCP T2:o^1 | o^2 HB T2 | x^1 HB T2 CCP T2:o^1
    T3 acq(m) → m^1 HB T3 CCP T3:m^1 | m^2 HB T3 | x^1 HB T3 CCP T3:m^1
    T3 acq(p) → p^1 HB T3
    T3 rel(p) → m^1 HB p^1 CCP p:m^1 | m^2 HB p^1 | p^1 HB p^1 | x^1 HB p^1 CCP p:m^1
    T2 acq(r) → r^1 HB T2
    T2 rel(r) → m^1 HB r^1 CCP r:o^1 | o^1 HB r^1 CCP r:o^1 | o^2 HB r^1 | r^1 HB r^1 | x^1 HB r^1 CCP r:o^1
    T3 acq(r) → m^1 CCP T3:o^1 T3:r^1 | o^1 HB T3 CCP T3:o^1 T3:r^1 | o^2 HB T3 CCP T3:r^1 | r^1 HB T3 CCP T3:r^1 | r^2 HB T3 | x^1 CCP T3:o^1 T3:r^1
    T3 rel(r) → m^1 CCP r:m^1 \\ T3:r^1 | m^2 HB r^2 | o^1 \\ T3:r^1 | o^2 \\ T3:r^1 | p^1 HB r^2 | r^1 \\ T3:r^1 | r^2 HB r^2 | x^1 CCP r:m^1 \\ T3:r^1
    T3 rel(m) → m^1 CCP m:o^1 p:o^1 \\ T3:m^1 p:m^1 r:m^1 | m^2 HB m^2 | o^1 HB m^2 CCP m:o^1 | o^2 HB m^2 | p^1 HB m^2 | r^1 HB m^2 | r^2 HB m^2 | x^1 CCP m:o^1 p:o^1 \\ T3:m^1 p:m^1 r:m^1
    T4 acq(p) → m^1 HB T4 CCP T4:o^1 T4:p^1 | m^2 HB T4 CCP T4:p^1 | p^1 HB T4 CCP T4:p^1 | p^2 HB T4 | x^1 HB T4 CCP T4:o^1 T4:p^1
    T4 rel(p) → m^1 \\ T4:p^1 | m^2 \\ T4:p^1 | p^1 \\ T4:p^1 | p^2 HB p^2 | x^1 \\ T4:p^1
    T4 w(x) → x^1 HB ξ CCP ξ:o^1 | x^2 HB T4
    T2 acq(q) → m^1 CCP T2:q^1 | o^1 CCP T2:q^1 | q^1 HB T2 CCP T2:q^1 | q^2 HB T2 | x^1 CCP T2:q^1 | y^1 HB T2 CCP T2:q^1
    T2 w(y) → q^1 CP T2 | y^1 HB ξ CCP ξ:q^1 | y^2 HB T2 o^2* q^2*
    T2 rel(q) → m^1 CP T2 q \\ T2:q^1 | o^1 CP T2 q \\ T2:q^1 | o^2 HB q^2 | q^1 CP q \\ T2:q^1 | q^2 HB q^2 | r^1 HB q^2 | x^1 CP T2 q \\ T2:q^1 | y^1 CP T2 q ξ \\ T2:q^1 ξ:q^1
    T2 rel(o) → m^1 CP T3 T4 m o p r \\ T2:o^1 T3:o^1 T4:o^1 m:o^1 p:o^1 r:o^1 | o^1 CP T3 m o r \\ T2:o^1 T3:o^1 m:o^1 r:o^1 | o^2 HB o^2 | q^1 HB o^2 CP o | q^2 HB o^2 | r^1 HB o^2 | x^1 CP T3 T4 m o p r ξ \\ T2:o^1 T3:o^1 T4:o^1 m:o^1 p:o^1 r:o^1 ξ:o^1 | y^1 HB o^2 CP o
  `,
  'Figure 7, a transfer to a lock that was taken before': `
    T2 acq(q) → q^1 HB T2
    T1 w(x) → x^1 HB T1
    T1 acq(m) → m^1 HB T1
    T1 rel(m) → m^1 HB m^1 | x^1 HB m^1
    T1 acq(o) → o^1 HB T1
    T1 rel(o) → m^1 HB o^1 | o^1 HB o^1 | x^1 HB o^1
    T2 acq(o) → m^1 HB T2 CCP T2:o^1 | o^1 HB T2 CCP T2:o^1 | o^2 HB T2 | x^1 HB T2 CCP T2:o^1
    T2 rel(o) → m^1 \\ T2:o^1 | o^1 \\ T2:o^1 | o^2 HB o^2 | q^1 HB o^2 | x^1 \\ T2:o^1
    T2 w(y) → y^1 HB T2 q^1*
    T2 rel(q) → m^1 HB q^1 | o^1 HB q^1 | o^2 HB q^1 | q^1 HB q^1 | x^1 HB q^1
    T3 acq(q) → m^1 HB T3 CCP T3:q^1 | o^1 HB T3 CCP T3:q^1 | o^2 HB T3 CCP T3:q^1 | q^1 HB T3 CCP T3:q^1 | q^2 HB T3 | x^1 HB T3 CCP T3:q^1 | y^1 HB T3 CCP T3:q^1
    T4 acq(m) → m^1 HB T4 CCP T4:m^1 | m^2 HB T4 | x^1 HB T4 CCP T4:m^1
    T4 acq(p) → p^1 HB T4
    T4 rel(p) → m^1 HB p^1 CCP p:m^1 | m^2 HB p^1 | p^1 HB p^1 | x^1 HB p^1 CCP p:m^1
    T3 acq(r) → r^1 HB T3
    T3 rel(r) → m^1 HB r^1 CCP r:q^1 | o^1 HB r^1 CCP r:q^1 | o^2 HB r^1 CCP r:q^1 | q^1 HB r^1 CCP r:q^1 | q^2 HB r^1 | r^1 HB r^1 | x^1 HB r^1 CCP r:q^1 | y^1 HB r^1 CCP r:q^1
    T5 acq(p) → m^1 HB T5 CCP T5:m^1 T5:p^1 | m^2 HB T5 CCP T5:p^1 | p^1 HB T5 CCP T5:p^1 | p^2 HB T5 | x^1 HB T5 CCP T5:m^1 T5:p^1
    T5 rel(p) → m^1 \\ T5:p^1 | m^2 \\ T5:p^1 | p^1 \\ T5:p^1 | p^2 HB p^2 | x^1 \\ T5:p^1
    T4 acq(r) → m^1 CCP T4:q^1 T4:r^1 | o^1 HB T4 CCP T4:q^1 T4:r^1 | o^2 HB T4 CCP T4:q^1 T4:r^1 | q^1 HB T4 CCP T4:q^1 T4:r^1 | q^2 HB T4 CCP T4:r^1 | r^1 HB T4 CCP T4:r^1 | r^2 HB T4 | x^1 CCP T4:q^1 T4:r^1 | y^1 HB T4 CCP T4:q^1 T4:r^1
    T4 rel(r) → m^1 CCP r:m^1 \\ T4:r^1 | m^2 HB r^2 | o^1 \\ T4:r^1 | o^2 \\ T4:r^1 | p^1 HB r^2 | q^1 \\ T4:r^1 | q^2 \\ T4:r^1 | r^1 \\ T4:r^1 | r^2 HB r^2 | x^1 CCP r:m^1 \\ T4:r^1 | y^1 \\ T4:r^1
    T4 rel(m) → m^1 CCP T5:q^1 m:q^1 p:q^1 \\ T4:m^1 T5:m^1 p:m^1 r:m^1 | m^2 HB m^2 | o^1 HB m^2 CCP m:q^1 | o^2 HB m^2 CCP m:q^1 | p^1 HB m^2 | q^1 HB m^2 CCP m:q^1 | q^2 HB m^2 | r^1 HB m^2 | r^2 HB m^2 | x^1 CCP T5:q^1 m:q^1 p:q^1 \\ T4:m^1 T5:m^1 p:m^1 r:m^1 | y^1 HB m^2 CCP m:q^1
    T5 w(x) → x^1 HB ξ CCP ξ:q^1 | x^2 HB T5
    T3 w(y) → q^1 CP T3 | y^1 HB ξ CCP ξ:q^1 | y^2 HB T3 q^2*
    T3 rel(q) → m^1 CP T3 T4 T5 m p q r \\ T3:q^1 T4:q^1 T5:q^1 m:q^1 p:q^1 r:q^1 | o^1 CP T3 T4 m q r \\ T3:q^1 T4:q^1 m:q^1 r:q^1 | o^2 CP T3 T4 m q r \\ T3:q^1 T4:q^1 m:q^1 r:q^1 | q^1 CP T4 m q r \\ T3:q^1 T4:q^1 m:q^1 r:q^1 | q^2 HB q^2 | r^1 HB q^2 | x^1 CP T3 T4 T5 m p q r ξ \\ T3:q^1 T4:q^1 T5:q^1 m:q^1 p:q^1 r:q^1 ξ:q^1 | y^1 CP T3 T4 m q r ξ \\ T3:q^1 T4:q^1 m:q^1 r:q^1 ξ:q^1
  `,
} as const;

describe.each(Object.entries(figures))('%s', (_, figure) => {
  const rows = figure
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' → '));

  it('has these sets', () => {
    const trace = parse(rows.map(([event]) => event!.replace(' ', '|')).join('\n'));
    const steps = raptorSteps(trace, trace.length);
    expect(steps.map(({ thread, event }) => `${thread} ${event}`)).toEqual(rows.map(([event]) => event));
    steps.forEach(({ changes }, i) => {
      expect(changes.map(shown).sort()).toEqual(rows[i]![1]?.split(' | '));
    });
  });
});

function shown({ owner, hb, cp, ccp, ccpGone }: SetChange): string {
  const set = (name: string, elements: readonly string[]) => (elements.length === 0 ? [] : [name, ...[...elements].sort()]);
  return [owner, ...set('HB', hb), ...set('CP', cp), ...set('CCP', ccp), ...set('\\', ccpGone)].join(' ');
}
