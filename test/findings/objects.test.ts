// Variables of recorders are bytes of an object; findings are about the object.

import { describe, expect, it } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import { recommended } from '../../src/detectors/index.ts';
import { AccessLookup } from '../../src/findings/accesses.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { merge } from '../../src/findings/merge.ts';
import { positionsOf } from '../../src/findings/result.ts';
import { parse } from '../referee/litmus.ts';

function findings(text: string): Finding[] {
  const trace = parse(text);
  const detection = new Detection(recommended);
  for (const block of trace.blocks) detection.block(block);
  const results = detection.end();
  const lookup = new AccessLookup(positionsOf(results));
  for (const block of trace.blocks) lookup.block(block);
  return merge(results, lookup, trace.symbols);
}

describe('objects', () => {
  it('make one finding of the same two places, that tells which bytes', () => {
    const found = findings('A|w(b[0..4))|p\nA|w(b[4..8))|p\nB|w(b[4..8))|q\nB|w(b[0..4))|q');
    expect(found.map(({ variable, count }) => [variable, count])).toEqual([['b[0..8)', 2]]);
  });

  it('keep other places apart, and one range as it is', () => {
    const found = findings('A|w(b[0..4))|p\nA|w(b[4..8))|p\nB|w(b[4..8))|q\nB|w(b[0..4))|r');
    expect(found.map(({ variable }) => variable)).toEqual(['b[4..8)', 'b[0..4)']);
  });

  it('are told by their elements, and not by which block or thread has them', () => {
    const names = (...variables: string[]) =>
      findings([...variables.map((x) => `A|w(${x})|p`), ...variables.map((x) => `B|w(${x})|q`)].join('\n')).map(
        ({ variable }) => variable,
      );
    expect(names('t[3].x', 't[9].x')).toEqual(['t[3..9].x']);
    expect(names('t[2..3]', 't[7]')).toEqual(['t[2..7]']);
    expect(names('g[1][2]', 'g[3][4]')).toEqual(['g[..][..]']);
    expect(names('s#2.x', 's.x')).toEqual(['s.x']);
    expect(names('e of T1', 'e of T2')).toEqual(['e']);
    expect(names('t[3]', 't[8..12)')).toEqual(['t[..]']);
    expect(names('s.x', 's.y')).toEqual(['s.x', 's.y']);
    expect(names('c#2[3] (Int32)', 'c[5..7] (Int32)')).toEqual(['c[3..7] (Int32)']);
    expect(names('h#2 (Int8 at byte 3)', 'h (Int8 at byte 9)')).toEqual(['h (Int8 at bytes 3..9)']);
  });

  it('are fields of their own where the program decides what their bytes are', () => {
    const fields = (x: string) => findings(`A|w(${x})|p\nB|w(${x})|q`).map(({ known }) => known.field);
    expect(fields('t[3]')).toEqual(fields('t[4]'));
    for (const name of ['t[#] (Int32)', 't (Int8 at byte #)', 't[8..#)'])
      expect(fields(name.replace('#', '9')), name).not.toEqual(fields(name.replace('#', '10')));
  });

  it('leave fingerprints alone that had no bytes, and agree for all elements', () => {
    const [first, second] = ['b[0..4)', 'b[8..12)'].map((x) => findings(`A|w(${x})|p\nB|w(${x})|q`)[0]!.fingerprint);
    expect(first).toBe(second);
    expect(findings('A|w(b)|p\nB|w(b)|q')[0]!.fingerprint).toBe(first);
  });
});
