// The JSON that Perfetto (ui.perfetto.dev) and chrome://tracing open: threads as tracks, sections, waits, regions and single events as slices, orders between
// threads as flows. Only written: of what a trace means, such a file has the picture. One pass, memory in threads, locks and what is open.

import { jsonText } from '../../base/json.ts';
import type { EventBlock } from '../../trace/block.ts';
import { HandOvers, orderKind } from '../../trace/hand-overs.ts';
import { Op, operation } from '../../trace/operation.ts';
import { type Symbols, table } from '../../trace/symbols.ts';
import type { TraceWriter, WriterOptions, WrittenFormat } from '../format.ts';
import { OpenSlices } from './open-slices.ts';

export const perfetto: WrittenFormat = {
  id: 'perfetto',
  title: 'for ui.perfetto.dev: threads as tracks, sections as slices, orders as flows',
  extensions: ['json'],
  locations: true,
  limits: 'only written; an event takes a microsecond, in the order of the trace',
  writer: (options) => new PerfettoWriter(options),
};

/** An event is a slice in the middle of its microsecond, so that it begins after the section that it opens and ends before that which it closes. */
const INSET = 0.2;
const PIECE = 1 << 16;
const encoder = new TextEncoder();

/** An event that others may come after. */
interface Seen {
  readonly at: number;
  readonly op: number;
  readonly thread: number;
  readonly target: number;
}

class PerfettoWriter implements TraceWriter {
  private readonly symbols: Symbols;
  private readonly write: (bytes: Uint8Array) => void;
  private readonly slices = new OpenSlices((slice) => this.slice(slice));
  private readonly handOvers = new HandOvers<Seen>();
  private readonly last = new Map<number, Seen>();
  private flows = 0;
  private text: string;
  private separator = '';
  private end_ = 0;

  constructor({ symbols, write, metadata }: WriterOptions) {
    this.symbols = symbols;
    this.write = write;
    const facts = jsonText(Object.fromEntries(metadata ?? []));
    this.text = `{"displayTimeUnit":"ns","otherData":${facts},"traceEvents":[\n`;
    this.add({ ph: 'M', pid: 1, name: 'process_name', args: { name: metadata?.get('command') ?? 'foretrace' } });
  }

  block({ start, length, ops, threads, targets, locations }: EventBlock): void {
    for (let i = 0; i < length; i++)
      this.event({ at: start + i, op: ops[i]!, thread: threads[i]!, target: targets[i]! }, locations[i]!);
  }

  end(): void {
    this.slices.closeAll(this.end_);
    this.text += '\n]}\n';
    this.flush();
  }

  private event(seen: Seen, location: number): void {
    const { at, op, thread, target } = seen;
    const { symbols, slices } = this;
    const before = this.last.get(thread);
    if (before === undefined) this.track(thread);
    const { name, short, target: kind } = operation(op);
    const named = table(symbols, kind).name(target);
    slices.step(op, thread, target, at, named);
    const place = location === 0 ? {} : { location: symbols.locations.name(location) };
    const text = `${short}(${named})`;
    const args = { event: at, ...place };
    this.add({ ph: 'X', pid: 1, tid: thread + 1, ts: at + INSET, dur: 1 - 2 * INSET, name: text, cat: name, args });
    const from = this.source(seen, before === undefined);
    if (from !== undefined && from.thread !== thread) this.flow(from, seen);
    this.last.set(thread, seen);
    this.end_ = at + 1;
  }

  /** What the event directly comes after, in another thread. */
  private source(seen: Seen, isFirst: boolean): Seen | undefined {
    const { op, thread, target } = seen;
    if (op === Op.join) return this.last.get(target);
    const from = op > Op.write ? this.handOvers.step(op, thread, target, seen) : undefined;
    return from ?? (isFirst ? this.handOvers.fork(thread) : undefined);
  }

  private track(thread: number): void {
    const about = { ph: 'M', pid: 1, tid: thread + 1 };
    this.add({ ...about, name: 'thread_name', args: { name: this.symbols.threads.name(thread) } });
    this.add({ ...about, name: 'thread_sort_index', args: { sort_index: thread } });
  }

  private slice({ thread, name, category, from, to, apart }: Parameters<ConstructorParameters<typeof OpenSlices>[0]>[0]): void {
    const common = { pid: 1, tid: thread + 1, name, cat: category };
    if (!apart) this.add({ ...common, ph: 'X', ts: from, dur: to - from });
    else {
      // It overlaps another one, and neither is in the other: a track of its own.
      const id = ++this.flows;
      this.add({ ...common, ph: 'b', id, ts: from });
      this.add({ ...common, ph: 'e', id, ts: to });
    }
  }

  private flow(from: Seen, to: Seen): void {
    const common = { pid: 1, id: ++this.flows, name: orderKind(from, to), cat: 'order' };
    this.add({ ...common, ph: 's', tid: from.thread + 1, ts: from.at + 0.5 });
    this.add({ ...common, ph: 'f', bp: 'e', tid: to.thread + 1, ts: to.at + 0.5 });
  }

  private add(event: object): void {
    this.text += this.separator + jsonText(event);
    this.separator = ',\n';
    if (this.text.length >= PIECE) this.flush();
  }

  private flush(): void {
    this.write(encoder.encode(this.text));
    this.text = '';
  }
}
