// The event log that RoadRunner prints and RAPID reads: lines like `@   Wr(1,null.A.x_I)  Final  A.java:54:13`. The program's own
// output may stand between them, and RoadRunner prints more than events: what is not known is counted and named, never fatal.

import type { EventBlock } from '../trace/block.ts';
import { Op, operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import { CLOSE, COMMA, isBlank, NEWLINE } from './ascii.ts';
import type { Format, TraceWriter, WriterOptions } from './format.ts';
import { CLASS_KINDS, KINDS, RoadRunnerReader } from './roadrunner-reader.ts';
import { contentLines } from './sniff.ts';
import { cannotExpress, NameCheck, TextOutput } from './text-output.ts';

/** Operation → the kind to write. */
const KIND_OF = new Map([...KINDS].reverse().map(([kind, op]) => [op, kind]));

const encoder = new TextEncoder();

/** How a line starts, indexed by operation. */
const STARTS = operations.map(({ op }) => encoder.encode(`@  ${KIND_OF.get(op) ?? ''}(`));

const FROM = encoder.encode(' from ');
const FROM_NULL = encoder.encode(' from null');
const FINAL = encoder.encode('  Final  ');

const LINE = /^@\s*([A-Za-z]+)\(/;
/** A program may print so many lines before its first event. */
const LINES_TRIED = 200;

export const roadrunner: Format = {
  id: 'roadrunner',
  title: 'the event log of RoadRunner',
  extensions: ['rr'],
  operations: operations.map(({ op }) => op).filter((op) => KIND_OF.has(op)),
  locations: true,
  limits: 'threads T<number> only; locations without blanks; no target with a ) before a blank',
  recognise(head) {
    return contentLines(head, LINES_TRIED)?.some((line) => isKind(LINE.exec(line)?.[1] ?? '')) ?? false;
  },
  reader: (options) => new RoadRunnerReader(options),
  writer: (options) => new RoadRunnerWriter(options),
};

function isKind(word: string): boolean {
  return KINDS.has(word) || CLASS_KINDS.has(word);
}

class RoadRunnerWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly output: TextOutput;
  private readonly threads: NameCheck;
  /** By the kind of target. */
  private readonly targets: readonly NameCheck[];
  private readonly locations: NameCheck;

  constructor(options: WriterOptions) {
    const { variables, locks, threads, locations } = options.symbols;
    this.options = options;
    this.output = new TextOutput(options);
    this.threads = new NameCheck(threads, threadFault);
    const [ofVariable, ofLock, ofRegion] = [variables, locks, locations].map((names) => new NameCheck(names, targetFault));
    this.targets = [ofVariable!, ofLock!, this.threads, ofRegion!];
    this.locations = new NameCheck(locations, locationFault);
  }

  block(block: EventBlock): void {
    const { output } = this;
    const { symbols } = this.options;
    const tables = [symbols.variables, symbols.locks, symbols.threads, symbols.locations];
    for (let i = 0; i < block.length; i++) {
      const op = block.ops[i] as Op;
      const kind = TARGET_KIND_CODES[op]!;
      const location = block.locations[i]!;
      const fault = this.fault(block, i);
      if (fault !== undefined) throw cannotExpress('roadrunner', symbols, block, i, fault);
      output.bytes(STARTS[op]!);
      output.bytes(symbols.threads.bytes(block.threads[i]!).subarray(1));
      output.byte(COMMA);
      if (kind === 2) output.bytes(symbols.threads.bytes(block.targets[i]!).subarray(1));
      else output.name(tables[kind]!, block.targets[i]!);
      output.byte(CLOSE);
      if (location !== 0) {
        output.bytes(op === Op.begin ? FROM : FINAL);
        output.name(symbols.locations, location);
      } else if (op === Op.begin) output.bytes(FROM_NULL);
      output.byte(NEWLINE);
    }
  }

  end(): void {
    this.output.flush();
  }

  private fault({ ops, threads, targets, locations }: EventBlock, i: number): string | undefined {
    const op = ops[i] as Op;
    if (!KIND_OF.has(op)) return `it has no ${operations[op]!.name}`;
    const ofThread = this.threads.check(threads[i]!);
    if (ofThread !== undefined) return `its thread ${ofThread}`;
    const ofTarget = this.targets[TARGET_KIND_CODES[op]!]!.check(targets[i]!);
    if (ofTarget !== undefined) return `its target ${ofTarget}`;
    const ofLocation = this.locations.check(locations[i]!);
    return ofLocation === undefined ? undefined : `its location ${ofLocation}`;
  }
}

function threadFault(bytes: Uint8Array): string | undefined {
  const digits =
    bytes.length > 1 && bytes.length < 17 && bytes[0] === 0x54 && bytes.every((b, i) => i === 0 || (b >= 0x30 && b <= 0x39));
  return digits ? undefined : 'is not called T and a number';
}

function targetFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'has no name';
  return bytes.some((byte, i) => byte === CLOSE && isBlank(bytes[i + 1])) ? 'contains a ) before a blank' : undefined;
}

function locationFault(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => isBlank(byte))) return 'contains a blank';
  if (bytes[bytes.length - 1] === 0x0d) return 'ends with a carriage return';
  return new TextDecoder().decode(bytes) === 'null' ? 'is called null' : undefined;
}
