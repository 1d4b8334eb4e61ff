// Reads a grammar that is written as text.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { Alphabet } from '../../grammar/alphabet.ts';
import { noLocations } from '../../grammar/compress.ts';
import { exactLength, lengthsOf, startRule } from '../../grammar/slp.ts';
import { type MemoryModel, memoryModelOf, withMemoryModel } from '../../trace/memory-model.ts';
import { Op, operation } from '../../trace/operation.ts';
import { strict } from '../../trace/problems.ts';
import { table } from '../../trace/symbols.ts';
import type { GrammarFile, GrammarSource } from '../grammar/decoder.ts';
import { LineReader } from '../text-lines.ts';
import { RuleSet } from './rule-set.ts';
import { headOf, type Item, readItems, WORDS, wordHint } from './syntax.ts';

const EXPECTED = 'expected events such as T1:w(x), names of rules, and repetitions such as A^3';

const decoder = new TextDecoder();

export class RulesDecoder extends LineReader implements GrammarSource {
  private readonly name: string;
  private readonly memoryModel: MemoryModel | undefined;
  private readonly alphabet = new Alphabet();
  private readonly events: RuleSet;
  private readonly locations: RuleSet;
  /** The grammar that the rule being read belongs to. */
  private into: RuleSet | undefined;

  /** `memoryModel`: instead of what the file says of itself. */
  constructor(file: string, memoryModel?: MemoryModel) {
    super({ file, problems: strict, emit: () => {} });
    this.name = file;
    this.memoryModel = memoryModel;
    this.events = new RuleSet(file);
    this.locations = new RuleSet(file);
  }

  complete(): GrammarFile {
    this.lastLine();
    const { symbols, alphabet, name } = this;
    if (this.events.isEmpty)
      throw new InputError('TRACE_EMPTY', { file: name }, 'the grammar has no rule', 'write it as S → T1:w(x) T2:w(x)');
    const { slp: events, names } = this.events.columns(alphabet.size);
    const length = lengthsOf(events)[startRule(events)]!;
    const locations = this.locations.isEmpty ? noLocations(length) : this.locations.columns(symbols.locations.size).slp;
    if (exactLength(locations) !== BigInt(length))
      throw new InputError(
        'TRACE_BAD_LINE',
        { file: name },
        `the rules generate ${length} events and ${exactLength(locations)} locations`,
        'there is a location for every event, or no rule that begins with @',
      );
    alphabet.memoryModel = this.memoryModel ?? memoryModelOf(this.metadata);
    const metadata = withMemoryModel(this.metadata, alphabet.memoryModel);
    return { symbols, metadata, trace: { terminals: alphabet, events, locations, ruleNames: names } };
  }

  protected line(bytes: Uint8Array, start: number, end: number): void {
    const text = decoder.decode(bytes.subarray(start, end));
    const head = headOf(text);
    if (head !== undefined) {
      this.into = head.ofLocations ? this.locations : this.events;
      this.into.begin(head.name, this.lineNumber);
    } else if (this.into === undefined)
      this.problem('TRACE_BAD_LINE', `${quote(text)} is no rule`, 'expected a rule such as S → T1:w(x) T2:w(x)');
    const ofLocations = this.into === this.locations;
    const stop = readItems(text, head?.end ?? 0, ofLocations, (item) => this.item(item));
    if (stop < text.length) this.unreadable(text.slice(stop));
  }

  private unreadable(rest: string): void {
    const cut = rest.startsWith('…');
    const hint = cut ? 'the grammar was printed in part: `grammar show --all` prints it whole' : EXPECTED;
    this.problem('TRACE_BAD_LINE', `${quote(rest)} is no part of a rule`, hint);
  }

  private item(item: Item): void {
    const { count } = item;
    if (!(count >= 1 && Number.isSafeInteger(count)))
      this.problem('TRACE_BAD_LINE', `something is repeated ${count} times`, 'at least once, at most 2^53 - 1 times');
    if ('rule' in item) this.into!.rule(item.rule, count, this.lineNumber);
    else if ('location' in item) this.into!.terminal(this.symbols.locations.internName(item.location), count);
    else this.into!.terminal(this.event(item.thread, item.word, item.target), count);
  }

  private event(thread: string, word: string, target: string | undefined): number {
    const op = WORDS.get(word);
    const bare = op === Op.begin || op === Op.end;
    if (op === undefined) throw this.fault('TRACE_UNKNOWN_OPERATION', `no operation is called ${quote(word)}`, wordHint(word));
    if (target === undefined && !bare)
      throw this.fault('TRACE_BAD_LINE', `${quote(`${thread}:${word}`)} has no target`, `expected ${word}(name)`);
    const t = this.symbols.threads.internName(thread);
    return this.alphabet.terminal(op, t, table(this.symbols, operation(op).target).internName(target ?? ''));
  }

  private fault(code: ConstructorParameters<typeof InputError>[0], what: string, hint: string): InputError {
    return new InputError(code, { file: this.name, line: this.lineNumber }, what, hint);
  }
}
