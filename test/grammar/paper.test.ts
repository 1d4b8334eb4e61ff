// The examples of Kini, Mathur and Viswanathan 2018: Figures 2 and 3, Examples 3.4, 3.7 and 4.2, rule by rule.

import { describe, expect, test } from 'vitest';
import { Alphabet } from '../../src/grammar/alphabet.ts';
import { grammarHb } from '../../src/grammar/hb/analysis.ts';
import { HbFold, hbContext } from '../../src/grammar/hb/fold.ts';
import { grammarLockset } from '../../src/grammar/lockset/analysis.ts';
import { LocksetFold, locksetContext } from '../../src/grammar/lockset/fold.ts';
import type { Slp } from '../../src/grammar/slp.ts';
import { Walk } from '../../src/grammar/walk.ts';
import { Op } from '../../src/trace/operation.ts';
import { zipTrackSets } from './zip-track-sets.ts';

/** Threads 1 and 2 are 0 and 1; the lock ℓ is entity 2; variables x, y, z are 0, 1, 2. */
const [ONE, TWO, L] = [0, 1, 2];
const [x, y, z] = [0, 1, 2];
const bounds = { threads: 2, locks: 1, variables: 3, locations: 1 };

type Step = readonly [thread: 1 | 2, op: Op, target: number];
const { read, write, acquire, release, fork, join } = Op;

/** Rules in the order of use: a body is made of events and of the names of earlier rules. */
class Example {
  readonly alphabet = new Alphabet();
  private readonly rules: (Step | string)[][];
  private readonly names: string[];

  constructor(rules: Readonly<Record<string, readonly (Step | string)[]>>) {
    this.names = Object.keys(rules);
    this.rules = Object.values(rules).map((body) => [...body]);
    for (const [t, op, target] of this.rules.flat().filter((s) => typeof s !== 'string'))
      this.alphabet.terminal(op, t - 1, target);
  }

  /** The grammar with this rule as its start. */
  slp(start: string): Slp {
    const last = this.names.indexOf(start);
    const bodies = this.rules.slice(0, last + 1).map((body) => body.map((s) => this.symbol(s)));
    const starts = new Uint32Array(bodies.length + 1);
    for (const [r, body] of bodies.entries()) starts[r + 1] = starts[r]! + body.length;
    const symbols = Uint32Array.from(bodies.flat());
    return { terminals: this.alphabet.size, starts, symbols, counts: new Float64Array(symbols.length).fill(1) };
  }

  sets(rule: string) {
    const context = hbContext(this.alphabet, bounds, () => {});
    const fold = new HbFold(context);
    new Walk(this.slp(rule), new HbFold(context), 'always', () => false).run(fold);
    return zipTrackSets(fold.finish(0));
  }

  locksets(rule: string) {
    const context = locksetContext(this.alphabet, bounds, () => {});
    const fold = new LocksetFold(context);
    new Walk(this.slp(rule), new LocksetFold(context), 'always', () => false).run(fold);
    const summary = fold.finish(0);
    const open = (t: 1 | 2) => summary.openThreads.indexOf(t - 1);
    return {
      openAcq: (t: 1 | 2) => summary.openAcquires[open(t)] ?? 0,
      openRel: (t: 1 | 2) => summary.openReleases[open(t)] ?? 0,
      /** Real locks; undefined stands for ⊤. */
      lockSet: (t: 1 | 2, v: number) => {
        const i = summary.variables.findIndex((u, k) => u === v && summary.threads[k] === t - 1);
        return i < 0 ? undefined : context.sets.members(summary.sets[i]!);
      },
      isReadOnly: (t: 1 | 2, v: number) =>
        summary.writes[summary.variables.findIndex((u, k) => u === v && summary.threads[k] === t - 1)] === -1,
    };
  }

  private symbol(s: Step | string): number {
    return typeof s === 'string' ? this.alphabet.size + this.names.indexOf(s) : this.alphabet.terminal(s[1], s[0] - 1, s[2]);
  }
}

const figure2 = new Example({
  E: [[1, write, x], [1, fork, 1]],
  F: [[2, read, x], [2, acquire, 0], [2, write, y], [2, release, 0]],
  C: ['E', 'F'],
  D: [[1, read, x], [1, acquire, 0], [1, release, 0], [1, write, y]],
  A: ['C', 'D'],
  G: [[1, join, 1], [1, write, y]],
  B: ['F', 'G'],
  S: ['A', 'B'],
}); // biome-ignore format: as in the figure

const figure3 = new Example({
  W: [[1, read, x], [1, acquire, 0]],
  X: [[1, write, y], [1, release, 0], [2, acquire, 0]],
  U: ['W', 'X'],
  Y: [[2, read, x], [2, write, y]],
  Z: [[2, release, 0], [2, read, x], [1, write, z]],
  V: ['Y', 'Z'],
  S: ['U', 'V'],
}); // biome-ignore format: as in the figure

describe('happens-before', () => {
  test('Example 3.4: After and Before sets', () => {
    expect(figure2.sets('E').alwr.get(x)).toEqual([ONE, TWO]);
    expect(figure2.sets('C').alwr.get(x)).toEqual([ONE, TWO, L]);
    expect(figure2.sets('G').bfwr.get(y)).toEqual([ONE, TWO]);
    expect(figure3.sets('W').alrd.get('0 0')).toEqual([ONE]);
    expect(figure3.sets('U').alrd.get('0 0')).toEqual([ONE, TWO, L]);
    expect(figure3.sets('X').bfwr.get(y)).toEqual([ONE]);
    expect(figure3.sets('U').bfwr.get(y)).toEqual([ONE, L]);
  });

  test('Example 3.4: what is and what is not a race', () => {
    expect(figure2.sets('F').bfrd.get('1 0')).toEqual([TWO]);
    expect(figure2.sets('F').alwr.get(y)).toEqual([TWO, L]);
    expect(figure2.sets('D').bfwr.get(y)).toEqual([ONE, L]);
    expect(figure2.sets('F').alrd.get('1 0')).toEqual([TWO, L]);
    expect(figure2.sets('D').bfrd.get('0 0')).toEqual([ONE]);
    expect(figure2.sets('A').alwr.get(y)).toEqual([ONE]);
    expect(figure2.sets('B').bfwr.get(y)).toEqual([TWO, L]);
  });

  test('Example 3.7: AF of F', () => {
    const { af } = figure2.sets('F');
    expect(af.get(ONE) ?? []).toEqual([]);
    expect(af.get(TWO)).toEqual([TWO, L]);
  });

  test('the race of Figure 2 is found between events 10 and 13, and Figure 3 has none', () => {
    const pairs: number[][] = [];
    grammarHb({ terminals: figure2.alphabet, events: figure2.slp('S') }, bounds, (...race) => pairs.push(race), {
      policy: 'always',
    });
    expect(pairs).toEqual([[9, 12, y]]);
    grammarHb({ terminals: figure3.alphabet, events: figure3.slp('S') }, bounds, (...race) => pairs.push(race), {
      policy: 'always',
    });
    expect(pairs.length).toBe(1);
  });
});

describe('locksets', () => {
  test('Example 4.2: OpenAcq and OpenRel', () => {
    const opens = (['W', 'X', 'U', 'Y', 'Z', 'V'] as const).map((rule) => {
      const { openAcq, openRel } = figure3.locksets(rule);
      return [openAcq(1), openRel(1), openAcq(2), openRel(2)].join(' ');
    });
    expect(opens).toEqual(['1 0 0 0', '0 1 1 0', '0 0 1 0', '0 0 0 0', '0 0 0 1', '0 0 0 1']);
  });

  test('Example 4.2: LockSet', () => {
    expect(figure3.locksets('W').lockSet(1, x)).toEqual([]);
    expect(figure3.locksets('X').lockSet(1, y)).toEqual([0]);
    expect(figure3.locksets('Y').lockSet(2, y)).toEqual([]);
    expect(figure3.locksets('V').lockSet(2, y)).toEqual([0]);
    expect(figure3.locksets('U').lockSet(1, x)).toEqual([]);
    expect(figure3.locksets('S').lockSet(2, z)).toBeUndefined();
    expect(figure3.locksets('S').isReadOnly(2, x)).toBe(true);
  });

  test('Example 2.4: Figure 2 violates the discipline on x and y, Figure 3 nowhere', () => {
    const violating = (example: Example) => {
      const found: number[] = [];
      grammarLockset({ terminals: example.alphabet, events: example.slp('S') }, bounds, (_, __, v) => found.push(v));
      return found.sort();
    };
    expect(violating(figure2)).toEqual([x, y]);
    expect(violating(figure3)).toEqual([]);
  });
});
