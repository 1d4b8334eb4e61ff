// Detectors side by side on one trace: what each found, what it cost, and what only it found.

import { jsonText } from '../base/json.ts';
import { columns } from '../base/table.ts';
import type { Claim } from '../trace/outcome.ts';

export interface ComparedDetector {
  readonly id: string;
  readonly claim: Claim;
  readonly races: number;
  /** Names of the racy variables, sorted. */
  readonly variables: readonly string[];
  readonly seconds: number;
  /** What the analysis held in memory at its end. */
  readonly bytes: number;
}

export interface Comparison {
  readonly file: string;
  readonly events: number;
  readonly detectors: readonly ComparedDetector[];
}

const NAMED = 3;

/** Racy variables that no other of the detectors reports. */
function onlyHere(detector: ComparedDetector, all: readonly ComparedDetector[]): string[] {
  const others = new Set(all.filter((other) => other !== detector).flatMap(({ variables }) => variables));
  return detector.variables.filter((variable) => !others.has(variable));
}

export function comparisonText({ events, detectors }: Comparison): string {
  const head = ['detector', 'claim', 'races', 'variables', 'seconds', 'events/s', 'memory', 'only this one found'];
  const rows = detectors.map((detector) => {
    const { id, claim, races, variables, seconds, bytes } = detector;
    const rate = seconds > 0 ? `${(events / seconds / 1e6).toFixed(2)} M` : '–';
    return [
      id,
      claim,
      `${races}`,
      `${variables.length}`,
      seconds.toFixed(3),
      rate,
      megabytes(bytes),
      onlyWords(onlyHere(detector, detectors)),
    ];
  });
  return columns([head, ...rows], ['left', 'left', 'right', 'right', 'right', 'right', 'right']);
}

function onlyWords(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** Small ones in kB: nothing takes no memory. */
function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

export function comparisonJson({ file, events, detectors }: Comparison): string {
  const rows = detectors.map((detector) => ({ ...detector, only: onlyHere(detector, detectors) }));
  return `${jsonText({ version: 1, file, events, detectors: rows }, 2)}\n`;
}
