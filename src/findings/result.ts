// The result of an analysis: the output contract, version 1. Reports are functions of this and nothing else. Raw races are made
// one at a time, because there can be millions; findings are few.

import type { Position } from '../trace/id.ts';
import type { MemoryModel } from '../trace/memory-model.ts';
import { type Claim, type FindingType, type Outcome, UNKNOWN } from '../trace/outcome.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { Witness } from '../trace/witness.ts';
import type { Access } from './access.ts';
import type { AccessLookup } from './accesses.ts';
import type { Finding, RaceKind } from './finding.ts';
import { kindOf } from './merge.ts';

export interface Race {
  readonly variable: string;
  readonly kind: RaceKind;
  /** Null where the algorithm only knows the second. */
  readonly first: Access | null;
  readonly second: Access;
  readonly witness: Witness | null;
  /** Whether the run itself has the race; only of predictors that know. */
  readonly observed?: boolean;
}

/** A thread that would wait: for which lock, holding what. */
export interface Step extends Omit<Access, 'locks' | 'target'> {
  /** What it waits for. */
  readonly lock: string;
  readonly held: readonly string[];
}

export interface DescribedDeadlock {
  readonly cycle: readonly Step[];
  readonly witness: Witness | null;
}

export interface DescribedViolation {
  readonly thread: string;
  readonly begin: Position;
  readonly own: Position | null;
  readonly index: Position;
  readonly cut: readonly Position[];
  readonly witness: Witness | null;
}

export interface DetectorReport {
  readonly id: string;
  readonly claim: Claim;
  readonly finds: FindingType;
  /** Which of the traces it looked at. */
  readonly trace: number;
  readonly raceCount: number;
  /** In order of (second, first). */
  races(): Iterable<Race>;
  readonly deadlocks: readonly DescribedDeadlock[];
  readonly violations: readonly DescribedViolation[];
  /** Names of the racy variables, sorted. */
  readonly variables: readonly string[];
  readonly counters: Readonly<Record<string, number>>;
  /** What a person should know of the result, and does not make it partial; absent where there is nothing. */
  readonly note?: string;
}

export interface TraceSummary {
  readonly file: string;
  readonly events: number;
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  /** How many problems a lenient reading repaired. */
  readonly repaired: number;
  /** Whether the whole run was seen, and all of it looked at. */
  readonly complete: boolean;
  /** What its atomics order. */
  readonly memoryModel: MemoryModel;
  /** The process that was recorded and its command line, where a recorder told them. */
  readonly process?: number;
  readonly command?: string;
  /** Set if accesses between two synchronisations were not timed: their order is one that the run could have had. */
  readonly untimed?: true;
  /** Set if the trace keeps happens-before only: what another schedule would do cannot be known from it. */
  readonly reduced?: true;
  /** The run that it is of, from 1, where there are several. */
  readonly run?: number;
}

/** One of several runs of a program. */
export interface RunSummary {
  /** From 1. */
  readonly run: number;
  /** What decides its schedule, as far as we do: `--seed` takes it. */
  readonly seed: string;
  /** What a shell would say of its end. */
  readonly status: number;
  /** Whether all of it was seen, and looked at. */
  readonly complete: boolean;
  /** Why it could not be looked at. */
  readonly problem?: string;
}

export interface AnalysisResult {
  /** At least one. */
  readonly traces: readonly TraceSummary[];
  readonly detectors: readonly DetectorReport[];
  /** Strongest claim first. */
  readonly findings: readonly Finding[];
  /** The runs, where a program ran several times for the report. */
  readonly runs?: readonly RunSummary[];
  /** Findings that were not to be reported, counted by why; absent where nothing was selected. */
  readonly leftOut?: LeftOut;
}

export interface LeftOut {
  readonly suppressed: number;
  readonly known: number;
  /** Wholly in code that foretrace did not compile, and whose code that is. */
  readonly foreign: number;
  readonly foreignCode: readonly string[];
  /** Wholly in installed packages, and their names. */
  readonly dependencies: number;
  readonly packages: readonly string[];
  readonly rare: number;
  readonly beyond: number;
}

/** The positions that a report will have to describe, in no order. */
export function positionsOf(results: readonly Outcome[]): Float64Array {
  const others = results.flatMap(({ deadlocks, violations }) => [
    ...deadlocks.flatMap(({ cycle }) => cycle),
    ...violations.flatMap(({ begin, own, again, around, index, cut }) => [
      begin,
      own ?? begin,
      again ?? begin,
      around ?? begin,
      index,
      ...cut,
    ]),
  ]);
  const positions = new Float64Array(others.length + 2 * results.reduce((sum, { races }) => sum + races.length, 0));
  positions.set(others);
  let { length } = others;
  for (const { races } of results)
    for (let r = 0; r < races.length; r++) {
      positions[length++] = races.second(r);
      if (races.first(r) !== UNKNOWN) positions[length++] = races.first(r);
    }
  return positions.subarray(0, length);
}

export function detectorReports(results: readonly Outcome[], lookup: AccessLookup, symbols: Symbols): DetectorReport[] {
  return results.map((result) => {
    const { detector, races, counters } = result;
    const note = detector.note?.(counters);
    return {
      id: detector.id,
      claim: detector.claim,
      finds: detector.finds,
      trace: 0,
      raceCount: races.length,
      races: () => describedRaces(result, lookup, symbols),
      deadlocks: result.deadlocks.map(({ cycle, witness = null }) => ({
        cycle: cycle.map((position) => stepOf(lookup.about(position, symbols))),
        witness,
      })),
      violations: result.violations.map(({ begin, own = null, index, cut, witness = null }) => {
        const thread = symbols.threads.name(lookup.thread(index));
        return { thread, begin, own, index, cut, witness };
      }),
      get variables() {
        return racyVariables(result, lookup, symbols);
      },
      counters,
      ...(note === undefined ? {} : { note }),
    };
  });
}

function racyVariables({ races }: Outcome, lookup: AccessLookup, { variables }: Symbols): string[] {
  const racy = new Set<number>();
  for (let r = 0; r < races.length; r++) racy.add(lookup.variable(races.second(r)));
  return [...racy].map((variable) => variables.name(variable)).sort();
}

/** As the contract has it. */
export function stepOf<Told extends Access>({
  locks,
  target,
  ...told
}: Told): Omit<Told, 'locks' | 'target'> & Pick<Step, 'lock' | 'held'> {
  return { ...told, lock: target ?? '', held: locks };
}

function* describedRaces({ races }: Outcome, lookup: AccessLookup, symbols: Symbols): Generator<Race> {
  for (let r = 0; r < races.length; r++) {
    const first = races.first(r);
    const second = races.second(r);
    const observed = races.observed(r);
    yield {
      variable: symbols.variables.name(lookup.variable(second)),
      kind: kindOf(first === UNKNOWN || lookup.isWrite(first), lookup.isWrite(second)),
      first: first === UNKNOWN ? null : lookup.access(first, symbols),
      second: lookup.access(second, symbols),
      witness: races.witness(r) ?? null,
      ...(observed === undefined ? {} : { observed }),
    };
  }
}
