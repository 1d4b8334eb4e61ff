// Grammars for a person: what they consist of, their rules, and the variables that an analysis found in them.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import { columns } from '../base/table.ts';
import type { CompressedTrace } from '../grammar/compress.ts';
import { terminalAt } from '../grammar/expand.ts';
import { lengthsOf, ruleCount } from '../grammar/slp.ts';
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

/** The rules, the start rule first, each with at most `width` items. */
export function* grammarText(
  { terminals, events }: CompressedTrace,
  symbols: Symbols,
  most: number,
  width: number,
): Generator<string> {
  const rules = ruleCount(events);
  const shown = Math.min(most, rules);
  for (let k = 0; k < shown; k++) {
    const r = rules - 1 - k;
    const from = events.starts[r]!;
    const to = events.starts[r + 1]!;
    const items: string[] = [];
    for (let i = from; i < Math.min(to, from + width); i++) {
      const s = events.symbols[i]!;
      const name = s < events.terminals ? terminalText(terminals, s, symbols) : `R${s - events.terminals}`;
      items.push(events.counts[i] === 1 ? name : `${name}^${events.counts[i]}`);
    }
    if (to - from > width) items.push(`… ${to - from - width} more`);
    yield `${k === 0 ? 'S' : `R${r}`} → ${items.join(' ')}\n`;
  }
  if (rules > shown) yield `… ${rules - shown} more rules\n`;
}

function terminalText({ ops, threads, targets }: CompressedTrace['terminals'], s: number, symbols: Symbols): string {
  const { short, target } = operation(ops[s]!);
  return display(`${symbols.threads.name(threads[s]!)}:${short}(${table(symbols, target).name(targets[s]!)})`);
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

function sharedText({ rule, uses, length }: GrammarStatistics['mostShared'][number]): string {
  return `R${rule} (${uses} uses, ${length} events)`;
}

function shortNumber(value: number): string {
  return value >= 100 || value === 0 ? String(Math.round(value)) : value.toPrecision(3);
}
