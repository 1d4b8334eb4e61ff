// Contexts: each is made once, whoever asks, and has the name of its place.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallTree } from '../../src/trace/call-tree.ts';
import { Link } from '../../src/trace/contexts.ts';
import { newSymbols } from '../../src/trace/symbols.ts';
import { runs } from '../runs.ts';

const call = fc.record({ caller: fc.nat(50), place: fc.nat(4), link: fc.constantFrom(...Object.values(Link)) });

test('a place under a caller has one id, another caller or another link another', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 400, size: 'max' }), (calls) => {
      const symbols = newSymbols();
      const { locations, contexts } = symbols;
      const places = ['a', 'b', 'c', 'd', 'e'].map((name) => locations.internName(name));
      const tree = new CallTree(symbols);
      const known = new Map<string, number>();
      const made = [0, ...places];
      for (const { caller, place, link } of calls) {
        const [above, at] = [made[caller % made.length]!, places[place]!];
        const location = tree.under(above, at, link);
        if (above === 0) {
          expect(location).toBe(at);
          continue;
        }
        const key = `${above} ${at} ${link}`;
        expect(location).toBe(known.get(key) ?? locations.size - 1);
        known.set(key, location);
        made.push(location);
        expect([contexts.caller(location), contexts.place(location), contexts.link(location)]).toEqual([above, at, link]);
        expect(contexts.depth(location)).toBe(contexts.depth(above) + 1);
        expect(locations.name(location)).toBe(locations.name(at));
      }
      expect(contexts.size).toBe(known.size);
      // By the name, the place alone is found.
      expect(['a', 'b', 'c', 'd', 'e'].map((name) => locations.find(name))).toEqual(places);
      expect(locations.internName('a')).toBe(places[0]);
    }),
    runs(100),
  );
});

test('a location that has no name, or no caller, has no context', () => {
  const symbols = newSymbols();
  const tree = new CallTree(symbols);
  const a = symbols.locations.internName('a');
  expect([tree.under(0, a), tree.under(a, 0), tree.under(0, 0)]).toEqual([a, 0, 0]);
  expect(symbols.contexts.size).toBe(0);
});
