// Sulzmann's comparison: which pairs each algorithm reports on his examples, which of them are races, and what he says.

import { Detection } from '../../../src/detectors/detection.ts';
import { TraceBuilder } from '../../../src/trace/builder.ts';
import { type Op, operations } from '../../../src/trace/operation.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { predictablePairs } from '../../../test/referee/correct-reorderings.ts';
import { type Claim, claimList } from '../claims.ts';
import { measuredDetector } from '../detectors.ts';
import { type Cell, list, several, table } from '../markdown.ts';
import { type Example, examples, type Pair } from '../papers/sulzmann.ts';
import type { Section } from '../section.ts';

/** His algorithms, by the detectors that are them, with what is corrected; and then what came after. */
const his = [
  ['hb-pairs', 'VC\\_pre\\_post'],
  ['hb-frontier --as-printed', 'VC\\_W\\_R\\_Races'],
  ['hb-frontier', 'VC\\_W\\_R\\_Races, but that reads remove no writes'],
  ['hb-locations', 'VC\\_RaceLoc'],
  ['hb-epochs', 'VC\\_RaceLoc\\_epochs'],
  ['hb-adaptive', 'Adaptive\\_Epoch, its comparisons turned round and its slip mended'],
  ['fasttrack-style', 'FastTrack style, its comparisons turned round'],
  ['fasttrack', 'FastTrack itself, which he means'],
  ['lockset-pairs', 'lockset, all pairs'],
  ['lockset', 'lockset, latest, with fork and join'],
] as const;
const later = ['shb', 'cp', 'wcp', 'sync-preserving', 'predict'] as const;
const ids = [...his.map(([id]) => id), ...later];

export interface Judged {
  readonly example: Example;
  /** By exhaustive search over all correct reorderings. */
  readonly races: readonly Pair[];
  readonly reported: ReadonlyMap<string, readonly Pair[]>;
}

export const sulzmann: Section = {
  id: 'sulzmann',
  says: 'Sulzmann: which race each algorithm reports and misses on his examples',
  title: 'Sulzmann: the algorithms on his examples',
  async run() {
    const judged = examples.map(judge);
    return [
      'Every example trace of “Dynamic data race prediction”, and the pairs (positions from 1) that each algorithm reports. *Races* are the pairs that some correct reordering has side by side,',
      'found by a search over all of them; a pair in ~~strikes~~ is not among these. The last columns are algorithms that are not in the document.\n',
      pairTable(judged),
      `The columns are ${his.map(([id, title]) => `\`${id}\` (${title})`).join(', ')}.\n`,
      summaryTable(judged),
      claimList(sulzmannClaims(judged)),
    ].join('\n');
  },
};

const shorts = new Map<string, Op>(operations.map(({ short, op }) => [short, op]));

function traceOf({ events }: Example): Trace {
  const builder = new TraceBuilder();
  for (const event of events) {
    const [, thread, op, target] = /^(\S+) (\w+)\((.*)\)$/.exec(event)!;
    builder.add(thread!, shorts.get(op!)!, target!, '');
  }
  return builder.trace();
}

function judge(example: Example): Judged {
  const trace = traceOf(example);
  const races = (predictablePairs(trace) ?? []).map(([a, b]): Pair => [a + 1, b + 1]);
  const reported = new Map(
    ids.map((id) => {
      const detection = new Detection([measuredDetector(id)]);
      for (const block of trace.blocks) detection.block(block);
      const { races: found } = detection.end()[0]!;
      return [id, Array.from({ length: found.length }, (_, i): Pair => [found.first(i) + 1, found.second(i) + 1])] as const;
    }),
  );
  return { example, races, reported };
}

const same = (a: Pair, b: Pair) => a[0] === b[0] && a[1] === b[1];
const has = (pairs: readonly Pair[], pair: Pair) => pairs.some((other) => same(other, pair));
const text = ([a, b]: Pair) => `${a}–${b}`;

function pairTable(judged: readonly Judged[]): string {
  return table(
    [':example', ':shows', ':races', ...ids.map((id) => `:\`${id}\``)],
    judged.map(({ example, races, reported }): Cell[] => [
      example.name,
      example.shows,
      races.map(text).join(', ') || '–',
      ...ids.map((id) => {
        const pairs = reported.get(id)!.map((pair) => (has(races, pair) ? text(pair) : `~~${text(pair)}~~`));
        return pairs.join(', ') || '–';
      }),
    ]),
  );
}

function summaryTable(judged: readonly Judged[]): string {
  const all = judged.flatMap(({ races }) => races).length;
  const racy = judged.filter(({ races }) => races.length > 0);
  return table(
    [
      ':algorithm',
      `races reported, of ${all}`,
      'pairs that are none',
      `examples with a race that it misses altogether, of ${racy.length}`,
    ],
    ids.map((id): Cell[] => [
      `\`${id}\``,
      judged.flatMap(({ races, reported }) => reported.get(id)!.filter((pair) => has(races, pair))).length,
      falsePairs(judged, id).length,
      racy.filter(({ races, reported }) => !reported.get(id)!.some((pair) => has(races, pair))).length,
    ]),
  );
}

function falsePairs(judged: readonly Judged[], id: string): string[] {
  return judged.flatMap(
    ({ example, races, reported }) =>
    reported.get(id)!.filter((pair) => !has(races, pair)).map((pair) => `${text(pair)} in ${example.name}`), // biome-ignore format: one line
  );
}

function missed(judged: readonly Judged[], id: string): string[] {
  return judged.flatMap(
    ({ example, races, reported }) =>
    races.filter((pair) => !has(reported.get(id)!, pair)).map((pair) => `${text(pair)} in ${example.name}`), // biome-ignore format: one line
  );
}

/** @internal */
export function sulzmannClaims(judged: readonly Judged[]): Claim[] {
  return [
    said(judged),
    ownRaces(judged),
    incomplete(judged),
    unsound(judged),
    complete(judged),
    locations(judged),
    styles(judged),
    prediction(judged),
  ];
}

/** What he says that an algorithm reports, against what it reports. */
function said(judged: readonly Judged[]): Claim {
  const statements = judged.flatMap(({ example, reported }) =>
    Object.entries(example.says).map(([id, pairs]) => {
      const found = reported.get(id)!;
      const holds = pairs.every((pair) => has(found, pair)) && (example.atLeast === true || found.length === pairs.length);
      return {
        holds,
        text: `${example.name} with \`${id}\` (${pairs.map(text).join(', ') || 'none'} there, ${found.map(text).join(', ') || 'none'} here)`,
      };
    }),
  );
  const wrong = statements.filter(({ holds }) => !holds);
  return {
    document: 'What the document says that an algorithm reports on an example:',
    holds: wrong.length === 0,
    headline: {
      id: 'sulzmann',
      says: 'On his examples happens-before, epochs and locksets report and miss what he says.',
      answer: `${statements.length - wrong.length} of ${several(statements.length, 'statement')} hold${wrong.length === 0 ? '' : '; the others contradict his own definitions'}.`,
    },
    here: `${statements.length - wrong.length} of ${several(statements.length, 'statement')} hold${wrong.length === 0 ? '.' : `; not ${list(wrong.map((statement) => statement.text))}, where the document’s comment contradicts its own definition.`}`,
  };
}

function ownRaces(judged: readonly Judged[]): Claim {
  const stated = judged.filter(({ example }) => example.races !== undefined);
  const alike = ({ example, races }: Judged) =>
    races.length === example.races!.length && races.every((pair) => has(example.races!, pair));
  const wrong = stated.filter((each) => !alike(each));
  return {
    document: 'What the document says is a race:',
    holds: wrong.length === 0,
    here: `the search over all reorderings says the same for ${stated.length - wrong.length} of ${several(stated.length, 'example')}${wrong.length === 0 ? '' : `, not for ${list(wrong.map(({ example }) => example.name))}`}. A fork that was not recorded (Example 3) makes a race of what is none: the trace cannot tell.`,
  };
}

function incomplete(judged: readonly Judged[]): Claim {
  const all = missed(judged, 'hb-pairs');
  return {
    document: 'Happens-before is incomplete.',
    holds: all.length > 0,
    here: `\`hb-pairs\` misses ${several(all.length, 'race')}: ${list(all)}.`,
  };
}

function unsound(judged: readonly Judged[]): Claim {
  const [hb, locks] = [falsePairs(judged, 'hb-pairs'), falsePairs(judged, 'lockset-pairs')];
  return {
    document: 'Happens-before and locksets are unsound, locksets more.',
    holds: hb.length > 0 && locks.length > hb.length,
    here: `\`hb-pairs\` reports ${hb.length} that ${hb.length === 1 ? 'is' : 'are'} no race (${list(hb)}), \`lockset-pairs\` ${locks.length} (${list(locks)}). \`shb\` reports ${falsePairs(judged, 'shb').length}.`,
  };
}

function complete(judged: readonly Judged[]): Claim {
  const all = missed(judged, 'lockset-pairs');
  const latest = missed(judged, 'lockset');
  return {
    document: 'Locksets are complete if all are kept, and not if only the latest are.',
    holds: all.length === 0 && latest.length > 0,
    here: `\`lockset-pairs\` misses ${all.length === 0 ? 'none' : list(all)}; \`lockset\` misses ${latest.length === 0 ? 'none' : list(latest)}.`,
  };
}

function locations(judged: readonly Judged[]): Claim {
  const flagged = ({ reported }: Judged, id: string) => [...new Set(reported.get(id)!.map(([, second]) => second))].sort().join();
  const differ = (id: string) =>
    judged.filter((each) => flagged(each, id) !== flagged(each, 'hb-locations')).map(({ example }) => example.name);
  const ids = ['hb-frontier', 'hb-epochs', 'hb-adaptive'];
  const others = ids.filter((id) => differ(id).length > 0);
  const printed = differ('hb-frontier --as-printed');
  const skipping = differ('fasttrack-style');
  return {
    document: 'All online algorithms flag the same accesses, but FastTrack misses some.',
    holds: others.length === 0 && skipping.length > 0 && (printed.length === 0 || 'mended'),
    here: `VC\\_W\\_R\\_Races as printed ${printed.length === 0 ? 'flags those of VC\\_RaceLoc' : `misses some of VC\\_RaceLoc on ${list(printed)}`}; ${others.length === 0 ? 'once its reads remove no writes it does not, and neither do the other two' : `${list(others)} flag others`}. \`fasttrack-style\` flags fewer on ${skipping.length === 0 ? 'none' : list(skipping)}.`,
  };
}

/** What he calls FastTrack, beside FastTrack. */
function styles(judged: readonly Judged[]): Claim {
  const pairs = ({ reported }: Judged, id: string) => reported.get(id)!.map(text).join(', ') || 'none';
  const differing = judged.filter((each) => pairs(each, 'fasttrack-style') !== pairs(each, 'fasttrack'));
  return {
    document:
      '“FastTrack style” is not quite FastTrack: its clocks tick at every event, so that no access is one of the same epoch.',
    holds: undefined,
    here: `They report different pairs on ${differing.length === 0 ? 'no example' : list(differing.map((each) => `${each.example.name} (${pairs(each, 'fasttrack-style')}, where FastTrack says ${pairs(each, 'fasttrack')})`))}.`,
  };
}

function prediction(judged: readonly Judged[]): Claim {
  const best = later.filter((id) => missed(judged, id).length === 0 && falsePairs(judged, id).length === 0);
  const rest = later.filter((id) => !best.includes(id));
  const racy = judged.filter(({ races }) => races.length > 0);
  const blind = (id: string) =>
    racy.filter(({ races, reported }) => !reported.get(id)!.some((pair) => has(races, pair))).map(({ example }) => example.name);
  return {
    document: 'Near complete and often sound prediction needs more than either.',
    holds: later.some((id) => blind(id).length === 0 && falsePairs(judged, id).length === 0),
    here: `${best.length === 0 ? 'None of the later ones reports every racing pair, for they report one per access' : `${list(best.map((id) => `\`${id}\``))} report every race and nothing else`}; ${rest
      .map(
        (id) =>
          `\`${id}\` ${blind(id).length === 0 ? 'misses no racy example' : `misses ${list(blind(id))}`} and reports ${falsePairs(judged, id).length === 0 ? 'nothing else' : `${falsePairs(judged, id).length} that ${falsePairs(judged, id).length === 1 ? 'is' : 'are'} no race (${list(falsePairs(judged, id))})`}`,
      )
      .join(', ')}.`,
  };
}
