// Writes a grammar as text, whole or in part.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { type CompressedTrace, ruleName } from '../../grammar/compress.ts';
import { ruleCount, type Slp } from '../../grammar/slp.ts';
import { Op, operation } from '../../trace/operation.ts';
import { type Symbols, table } from '../../trace/symbols.ts';
import type { Metadata } from '../format.ts';
import { LONGEST_LINE } from '../text-lines.ts';
import { TextOutput } from '../text-output.ts';
import { invalidUtf8 } from '../utf8.ts';
import { locationText, targetText, threadText } from './syntax.ts';

/** Writes a whole grammar, so that it reads back as it is. */
export function writeRules(
  trace: CompressedTrace,
  symbols: Symbols,
  write: (bytes: Uint8Array) => void,
  metadata?: Metadata,
): void {
  checkNames(symbols);
  const output = new TextOutput({ write, metadata });
  for (const line of eventRules(trace, symbols)) output.text(line);
  for (const line of locationRules(trace, symbols)) output.text(line);
  output.flush();
}

/** Characters of a line; longer rules go on in the next one. */
const LINE = 100;

/** An escaped character takes six times its room. */
const LONGEST_NAME = LONGEST_LINE / 8;

/** How much of a grammar to write. */
export interface Part {
  /** Rules, the start rule first. */
  readonly rules: number;
  /** Items of a rule. */
  readonly items: number;
}

const WHOLE: Part = { rules: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY };

type SymbolText = (symbol: number) => string;

/** The rules of the events, the start rule first. */
export function eventRules(trace: CompressedTrace, symbols: Symbols, part: Part = WHOLE): Generator<string> {
  const { terminals, events } = trace;
  return ruleLines(
    events,
    part,
    (r) => ruleName(trace, r),
    (s) => eventText(terminals, s, symbols),
  );
}

/** The rules of the locations; none if there are no locations. */
function* locationRules({ locations }: CompressedTrace, symbols: Symbols): Generator<string> {
  if (locations.symbols.every((symbol) => symbol === 0)) return;
  const last = ruleCount(locations) - 1;
  yield* ruleLines(
    locations,
    WHOLE,
    (r) => (r === last ? '@S' : `@R${r}`),
    (s) => locationText(symbols.locations.name(s)),
  );
}

function* ruleLines(slp: Slp, part: Part, nameOf: SymbolText, terminal: SymbolText): Generator<string> {
  const rules = ruleCount(slp);
  const shown = Math.min(part.rules, rules);
  for (let r = rules - 1; r >= rules - shown; r--) yield* ruleText(slp, r, part.items, nameOf, terminal);
  if (rules > shown) yield `# … ${rules - shown} more rules\n`;
}

function* ruleText(slp: Slp, rule: number, most: number, nameOf: SymbolText, terminal: SymbolText): Generator<string> {
  const { starts, symbols, counts, terminals } = slp;
  const from = starts[rule]!;
  const to = starts[rule + 1]!;
  let line = `${nameOf(rule)} →`;
  const end = Math.min(to, from + most);
  for (let i = from; i < end; i++) {
    const s = symbols[i]!;
    const text = s < terminals ? terminal(s) : nameOf(s - terminals);
    const item = counts[i] === 1 ? text : `${text}^${counts[i]}`;
    if (line.length + item.length >= LINE) {
      yield `${line}\n`;
      line = '   ';
    }
    line += ` ${item}`;
  }
  yield to > end ? `${line} … ${to - end} more\n` : `${line}\n`;
}

function eventText({ ops, threads, targets }: CompressedTrace['terminals'], s: number, symbols: Symbols): string {
  const { op, short, target } = operation(ops[s]!);
  const name = table(symbols, target).name(targets[s]!);
  const thread = threadText(symbols.threads.name(threads[s]!));
  return name === '' && (op === Op.begin || op === Op.end) ? `${thread}:${short}` : `${thread}:${short}(${targetText(name)})`;
}

/** What the reader would refuse, or read as something else. */
function checkNames({ threads, locks, variables, locations }: Symbols): void {
  for (const names of [threads, locks, variables, locations])
    for (let id = 0; id < names.size; id++) {
      const bytes = names.bytes(id);
      const fault = bytes.length > LONGEST_NAME ? 'is too long for a line' : 'is not valid UTF-8';
      if (bytes.length > LONGEST_NAME || invalidUtf8(bytes, 0, bytes.length) >= 0)
        throw new InputError(
          'FORMAT_CANNOT_EXPRESS',
          {},
          `rules cannot express the name ${quote(names.name(id))}, which ${fault}`,
          'the native format (.ftrace) can express every trace',
        );
    }
}
