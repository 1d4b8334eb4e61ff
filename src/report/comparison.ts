// Detectors side by side on one trace: what each found, what it cost, and what only it found.

import { jsonText } from '../base/json.ts';
import { shortened } from '../base/shortened.ts';
import { aligned, columns } from '../base/table.ts';
import type { MemoryModel } from '../trace/memory-model.ts';
import type { Claim } from '../trace/outcome.ts';

export interface ComparedDetector {
  readonly id: string;
  readonly claim: Claim;
  readonly races: number;
  readonly deadlocks: number;
  readonly violations: number;
  /** Names of what these are about, sorted: racy variables, locks, blocks. */
  readonly variables: readonly string[];
  readonly seconds: number;
  /** What the analysis held in memory at its end. */
  readonly bytes: number;
}

export interface Comparison {
  readonly file: string;
  readonly events: number;
  readonly memoryModel: MemoryModel;
  readonly detectors: readonly ComparedDetector[];
}

const NAMED = 3;

/** Variables, locks and blocks that no other of the detectors reports. */
function onlyHere(detector: ComparedDetector, all: readonly ComparedDetector[]): string[] {
  const others = new Set(all.filter((other) => other !== detector).flatMap(({ variables }) => variables));
  return detector.variables.filter((variable) => !others.has(variable));
}

const HEAD = ['detector', 'claim', 'found', 'on', 'seconds', 'events/s', 'memory', 'only it found'];
const ALIGNMENT = ['left', 'left', 'right', 'right', 'right', 'right', 'right'] as const;
/** Follows from what stands before it: the first to go where there is little room. */
const RATE = HEAD.indexOf('events/s');

/** Where the width is said, names are shortened. */
export function comparisonText({ events, detectors }: Comparison, width?: number): string {
  const rows = detectors.map((detector) => {
    const { id, claim, races, deadlocks, violations, variables, seconds, bytes } = detector;
    const rate = seconds > 0 ? `${(events / seconds / 1e6).toFixed(2)} M` : '–';
    return [
      id,
      claim,
      `${races + deadlocks + violations}`,
      `${variables.length}`,
      seconds.toFixed(3),
      rate,
      megabytes(bytes),
      onlyWords(onlyHere(detector, detectors)),
    ];
  });
  return width === undefined ? columns([HEAD, ...rows], ALIGNMENT) : narrowed([HEAD, ...rows], width);
}

function narrowed(rows: readonly (readonly string[])[], width: number): string {
  const without = columns(rows, ALIGNMENT)
    .split('\n')
    .some((line) => line.length > width)
    ? RATE
    : -1;
  const kept = rows.map((row) => row.filter((_, i) => i !== without));
  const names = kept[0]!.length - 1;
  const room = width - aligned(kept.map((row) => [...row.slice(0, names), '']))[0]!.join('  ').length;
  const shown = kept.map((row) => row.with(names, shortened(row[names]!, room, 'middle')));
  return columns(
    shown,
    ALIGNMENT.filter((_, i) => i !== without),
  );
}

function onlyWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** Small ones in kB: nothing takes no memory. */
function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

export function comparisonJson({ file, events, memoryModel, detectors }: Comparison): string {
  const rows = detectors.map((detector) => ({ ...detector, only: onlyHere(detector, detectors) }));
  return `${jsonText({ version: 1, file, events, memoryModel, detectors: rows }, 2)}\n`;
}
