// What is said of positions of a grammar, and where terminals are found in it, against the events one by one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSynchronising } from '../../src/grammar/outline.ts';
import { type Place, placesAt } from '../../src/grammar/places.ts';
import { Search } from '../../src/grammar/search.ts';
import { Op } from '../../src/trace/operation.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { runs } from '../runs.ts';
import { encoded, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';

const traces = fc.oneof(
  loopyTrace({ features: ['nested', 'fork', 'alloc'], weights: { alloc: 3 }, items: 8 }),
  loopyTrace({ features: ['nested', 'barrier'], items: 3 }),
);

/** Per event that accesses a variable: what `placesAt` says of it. */
function places(trace: Trace): Map<number, Place> {
  const latest = new Map<number, number>();
  const lives = new Map<number, number>();
  const found = new Map<number, Place>();
  let synchronisations = 0;
  for (const [position, { op, thread, target }] of [...events(trace)].entries()) {
    if (op <= Op.write) {
      const [after, life] = [latest.get(thread) ?? 0, lives.get(target) ?? 0];
      found.set(position, { op, thread, target, after, life });
    }
    if (isSynchronising(op)) latest.set(thread, ++synchronisations);
    if (op === Op.alloc) lives.set(target, (lives.get(target) ?? 0) + 1);
  }
  return found;
}

function grammarOf(trace: Trace, seed: number) {
  const { alphabet, string } = encoded(trace);
  return { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed), string };
}

test('a position has the last synchronisation of its thread and the life of its variable', () => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, seed) => {
      const expected = places(trace);
      // Some of them, the last first.
      const asked = [...expected.keys()].filter((p) => (p * 7 + seed) % 3 === 0).reverse();
      expect(placesAt(grammarOf(trace, seed), bounds(trace.symbols), asked)).toEqual(asked.map((p) => expected.get(p)));
    }),
    runs(1500),
  );
});

test('a terminal is found where it first comes after a synchronisation, in a life of its variable', () => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, seed) => {
      const { terminals, events: slp, string } = grammarOf(trace, seed);
      /** One query for each life of a terminal: its last segment there. */
      const last = new Map<string, { position: number; place: Place }>();
      for (const [position, place] of places(trace)) {
        const key = `${string[position]} ${place.life}`;
        if (last.get(key)?.place.after !== place.after) last.set(key, { position, place });
      }
      const wanted = [...last.values()].filter(({ position }) => (position * 5 + seed) % 2 === 0);
      wanted.sort((a, b) => b.place.life - a.place.life);
      const search = new Search(terminals, slp);
      for (let s = 0; s < terminals.size; s++) if (terminals.ops[s] === Op.alloc) search.follow(s);
      const queries = wanted.map(({ position, place }) => search.ask(string[position]!, place.after, place.life));
      search.run();
      expect(queries.map((query) => search.positionOf(query))).toEqual(wanted.map(({ position }) => position));
    }),
    runs(1500),
  );
});
