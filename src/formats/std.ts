// STD, RAPID's text format and the common tongue of the prediction tools: `T0|r(V123)|345`, a line per event.

import type { EventBlock } from '../trace/block.ts';
import { Op, operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import { CLOSE, HASH, isBlank, NEWLINE, OPEN, PIPE, RETURN } from './ascii.ts';
import type { Format, TraceWriter, WriterOptions } from './format.ts';
import { contentLines } from './sniff.ts';
import { StdReader } from './std-reader.ts';
import { cannotExpress, NameCheck, TextOutput } from './text-output.ts';

/** A thread, a bar, and an operation with its parenthesis, or one that needs none. */
const LINE = /^[^|]+\|(?:[a-z]+\(|(?:begin|end)(?:\||$))/;

export const std: Format = {
  id: 'std',
  title: 'STD, the text format of RAPID',
  extensions: ['std'],
  operations: operations.map(({ op }) => op),
  locations: true,
  limits: 'names without | and newline, threads that do not begin with #; RAPID itself knows r w acq rel fork join begin end',
  recognise(head) {
    const lines = contentLines(head, 1);
    // Text without any line of its own is an STD trace without events: that is what the reader then says.
    return lines !== undefined && (lines[0] === undefined ? head.length > 0 : LINE.test(lines[0]));
  },
  reader: (options) => new StdReader(options),
  writer: (options) => new StdWriter(options),
};

class StdWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly output: TextOutput;
  private readonly threads: NameCheck;
  private readonly locations: NameCheck;
  /** By the kind of target. */
  private readonly targets: readonly NameCheck[];
  private readonly words = operations.map(({ short }) => new TextEncoder().encode(short));

  constructor(options: WriterOptions) {
    const { threads, locks, variables, locations } = options.symbols;
    this.options = options;
    this.output = new TextOutput(options);
    this.threads = new NameCheck(threads, threadFault);
    this.locations = new NameCheck(locations, locationFault);
    this.targets = [variables, locks, threads, locations].map((names) => new NameCheck(names, targetFault));
  }

  block(block: EventBlock): void {
    const { output, words, targets: checks } = this;
    const { symbols } = this.options;
    const tables = [symbols.variables, symbols.locks, symbols.threads, symbols.locations];
    const { length, ops, threads, targets, locations } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const thread = threads[i]!;
      const target = targets[i]!;
      const location = locations[i]!;
      const kind = TARGET_KIND_CODES[op]!;
      // `begin` and `end` of no known place have no target.
      const bare = target === 0 && (op === Op.begin || op === Op.end);
      const fault = this.fault(thread, bare ? undefined : checks[kind]!.check(target), location);
      if (fault !== undefined) throw cannotExpress('std', symbols, block, i, fault);
      output.name(symbols.threads, thread);
      output.byte(PIPE);
      output.bytes(words[op]!);
      if (!bare) {
        output.byte(OPEN);
        output.name(tables[kind]!, target);
        output.byte(CLOSE);
      }
      output.byte(PIPE);
      output.name(symbols.locations, location);
      output.byte(NEWLINE);
    }
  }

  end(): void {
    this.output.flush();
  }

  private fault(thread: number, target: string | undefined, location: number): string | undefined {
    const ofThread = this.threads.check(thread);
    if (ofThread !== undefined) return `its thread ${ofThread}`;
    if (target !== undefined) return `its target ${target}`;
    const ofLocation = this.locations.check(location);
    return ofLocation === undefined ? undefined : `its location ${ofLocation}`;
  }
}

function threadFault(bytes: Uint8Array): string | undefined {
  let first = 0;
  while (isBlank(bytes[first])) first++;
  if (bytes[first] === HASH) return 'begins with #, which makes the line a comment';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'begins with a byte order mark';
  return targetFault(bytes);
}

function targetFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'has no name';
  return bytes.includes(PIPE) ? 'contains |' : undefined;
}

function locationFault(bytes: Uint8Array): string | undefined {
  if (bytes.includes(PIPE)) return 'contains |';
  return bytes[bytes.length - 1] === RETURN ? 'ends with a carriage return' : undefined;
}
