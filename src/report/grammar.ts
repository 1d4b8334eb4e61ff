// Grammars for a person: what they consist of, their rules, and the variables that an analysis found in them.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import { columns } from '../base/table.ts';
import type { CompressedTrace } from '../grammar/compress.ts';
import { terminalAt } from '../grammar/expand.ts';
import { lengthsOf } from '../grammar/slp.ts';
import type { GrammarStatistics } from '../grammar/statistics.ts';
import { operation } from '../trace/operation.ts';
import { type Symbols, table } from '../trace/symbols.ts';

export function grammarStatisticsText(statistics: GrammarStatistics, bytes: number): string {
  const { events, terminals, rules, items, depth, ratio, repetitions, longestRuns, mostShared } = statistics;
  const perEvent = events === 0n ? 0 : bytes / Number(events);
  const lines: [string, string][] = [
    ['events', String(events)],
    ['terminals', `${terminals} different events`],
    ['rules', `${rules} with ${items} items, ${repetitions} of them repetitions`],
    ['depth', String(depth)],
    ['ratio', `${shortNumber(ratio)} events per item, ${shortNumber(perEvent)} bytes per event`],
    ['longest runs', longestRuns.length === 0 ? 'none' : `${longestRuns.join(', ')} terminals in a row`],
    ['most shared', mostShared.length === 0 ? 'none' : mostShared.map(sharedText).join(', ')],
    ['locations', `${statistics.locationRules} rules with ${statistics.locationItems} items`],
  ];
  return columns(lines);
}

export function grammarStatisticsJson(statistics: GrammarStatistics, bytes: number): string {
  // A number where it is exact, else its digits.
  const events = statistics.events <= Number.MAX_SAFE_INTEGER ? Number(statistics.events) : String(statistics.events);
  return `${jsonText({ version: 1, bytes, ...statistics, events }, 2)}\n`;
}

export interface GrammarAccess {
  readonly index: number;
  readonly thread: string;
  readonly op: string;
  readonly variable: string;
  readonly location: string;
}

/** Looks up what stands at positions of a compressed trace. */
export function accessAt(
  { terminals, events, locations }: CompressedTrace,
  symbols: Symbols,
): (position: number) => GrammarAccess {
  const lengths = lengthsOf(events);
  const locationLengths = lengthsOf(locations);
  return (index) => {
    const s = terminalAt(events, lengths, index);
    const { name, target } = operation(terminals.ops[s]!);
    return {
      index,
      thread: symbols.threads.name(terminals.threads[s]!),
      op: name,
      variable: table(symbols, target).name(terminals.targets[s]!),
      location: symbols.locations.name(terminalAt(locations, locationLengths, index)),
    };
  };
}

export function variableText(first: GrammarAccess, second: GrammarAccess, word: string): string {
  const rows = [first, second].map(({ op, thread, location, index }, i) => [
    `  ${i + 1}`,
    op,
    `in ${thread}${location === '' ? '' : `  ${location}`}  event ${index}`,
  ]);
  return `${word}  ${display(second.variable)}\n${columns(rows)}`;
}

function sharedText({ name, uses, length }: GrammarStatistics['mostShared'][number]): string {
  return `${name} (${uses} uses, ${length} events)`;
}

function shortNumber(value: number): string {
  return value >= 100 || value === 0 ? String(Math.round(value)) : value.toPrecision(3);
}
