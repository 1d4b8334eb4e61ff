// The result of an analysis as plain data: the output contract, version 1. Reports are functions of this and nothing else.

import type { DetectorResult } from '../detectors/detection.ts';
import { type Claim, UNKNOWN } from '../detectors/detector.ts';
import type { Position } from '../trace/id.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { Access, AccessLookup } from './accesses.ts';

export type RaceKind = 'write-write' | 'write-read' | 'read-write';

export interface Race {
  readonly variable: string;
  readonly kind: RaceKind;
  /** Null where the algorithm only knows the second. */
  readonly first: Access | null;
  readonly second: Access;
  /** A schedule that ends with the two accesses, as positions in their new order. */
  readonly witness: readonly Position[] | null;
}

export interface DetectorReport {
  readonly id: string;
  readonly claim: Claim;
  readonly races: readonly Race[];
  /** Names of the racy variables, sorted. */
  readonly variables: readonly string[];
  readonly counters: Readonly<Record<string, number>>;
}

export interface TraceSummary {
  readonly file: string;
  readonly events: number;
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  /** How many problems a lenient reading repaired. */
  readonly repaired: number;
}

export interface AnalysisResult {
  readonly trace: TraceSummary;
  readonly detectors: readonly DetectorReport[];
}

/** The positions that a report will have to describe. */
export function positionsOf(results: readonly DetectorResult[]): Set<Position> {
  const positions = new Set<Position>();
  for (const { races } of results)
    for (let r = 0; r < races.length; r++) {
      positions.add(races.second(r));
      if (races.first(r) !== UNKNOWN) positions.add(races.first(r));
    }
  return positions;
}

export function describe(results: readonly DetectorResult[], lookup: AccessLookup, symbols: Symbols): DetectorReport[] {
  return results.map(({ detector, races: log, counters }) => {
    const races = Array.from({ length: log.length }, (_, r): Race => {
      const first = log.first(r);
      const second = log.second(r);
      const witness = log.witness(r);
      return {
        variable: symbols.variables.name(lookup.variable(second)),
        kind: kindOf(first === UNKNOWN || lookup.isWrite(first), lookup.isWrite(second)),
        first: first === UNKNOWN ? null : lookup.access(first, symbols),
        second: lookup.access(second, symbols),
        witness: witness === undefined ? null : [...witness],
      };
    });
    const variables = [...new Set(races.map((race) => race.variable))].sort();
    return { id: detector.id, claim: detector.claim, races, variables, counters };
  });
}

/** Where only the second access is known, the first is taken for a write: a read races with nothing else. */
function kindOf(firstWrites: boolean, secondWrites: boolean): RaceKind {
  if (!firstWrites) return 'read-write';
  return secondWrites ? 'write-write' : 'write-read';
}
