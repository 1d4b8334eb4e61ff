import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HbFold, hbContext } from '../../src/grammar/hb/fold.ts';
import type { Slp } from '../../src/grammar/slp.ts';
import { Walk } from '../../src/grammar/walk.ts';
import { bounds } from '../../src/trace/symbols.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { setsByDefinition } from '../referee/ziptrack-sets.ts';
import { runs } from '../runs.ts';
import { chunk, encoded, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';
import { zipTrackSets } from './zip-track-sets.ts';

/** The sets of the string of a grammar, and the variables that are racy in it. */
function summed(trace: Trace, events: Slp, alphabet: ReturnType<typeof encoded>['alphabet']) {
  const context = hbContext(alphabet, bounds(trace.symbols), () => {});
  const fold = new HbFold(context);
  new Walk(events, new HbFold(context), 'always', () => false).run(fold);
  return { sets: zipTrackSets(fold.finish(trace.length)), racy: context.racy };
}

test('the summary of any chunk holds the sets of the definitions', () => {
  fc.assert(
    fc.property(loopyTrace(), fc.nat(), fc.nat(), fc.nat(), (whole, a, b, seed) => {
      const from = Math.min(a, b) % whole.length;
      const to = from + 1 + (Math.max(a, b) % (whole.length - from));
      const trace = chunk(whole.symbols, whole, from, to);
      const { alphabet, string } = encoded(trace);
      const { sets, racy } = summed(trace, randomGrammar(string, alphabet.size, seed), alphabet);
      const wanted = setsByDefinition(trace);
      const { threads, locks, variables } = bounds(trace.symbols);
      for (let u = 0; u < threads + locks; u++) {
        expect(sets.bl.get(u) ?? []).toEqual(wanted.bl(u));
        expect(sets.af.get(u) ?? []).toEqual(wanted.af(u));
      }
      for (let x = 0; x < variables; x++) {
        if (racy[x] === 1) continue;
        expect(sets.alwr.get(x) ?? []).toEqual(wanted.alwr(x));
        expect(sets.bfwr.get(x) ?? []).toEqual(wanted.bfwr(x));
        for (let t = 0; t < threads; t++) {
          expect(sets.alrd.get(`${t} ${x}`) ?? []).toEqual(wanted.alrd(t, x));
          expect(sets.bfrd.get(`${t} ${x}`) ?? []).toEqual(wanted.bfrd(t, x));
        }
      }
    }),
    runs(150),
  );
});
