// Visits of functions as atomic blocks: which functions, the user says by name. A log tells when a thread that records something is in
// another visit of a context (`visit`); it is over when the thread records something elsewhere. What is not known to be in the visit ends it,
// so that a block may be shorter than the visit and never longer: a part that others cut is of a whole that they cut.

import { glob } from '../../base/glob.ts';
import type { Naming } from '../naming.ts';
import type { LogCalls } from './log-calls.ts';

/** A visit that the thread is in; of functions that were not asked for it has no name. */
interface Visit {
  readonly context: number;
  /** Undefined until something of it is recorded. */
  name: string | undefined;
}

/** Takes the begin and the end of blocks. */
export interface BlockSink {
  begin(log: number, name: string, location: number): void;
  end(log: number, location: number): void;
}

export class Visits {
  private readonly calls: readonly (LogCalls | undefined)[];
  private readonly naming: Naming;
  private readonly sink: BlockSink;
  private readonly matches: readonly ((name: string) => boolean)[];
  /** Per log: the visits that its thread is in, the outermost first. */
  private readonly open: Visit[][] = [];
  /** By code address: the name of its function if that was asked for, or ''. */
  private readonly names = new Map<number, string>();

  constructor(patterns: readonly string[], calls: readonly (LogCalls | undefined)[], naming: Naming, sink: BlockSink) {
    this.calls = calls;
    this.naming = naming;
    this.sink = sink;
    this.matches = patterns.map((pattern) => glob(pattern, 'name'));
  }

  /** A `visit` record: what comes next in the context is of another visit. */
  visit(log: number, context: number): void {
    this.open[log] ??= [];
    const open = this.open[log];
    const known = open.findIndex((visit) => visit.context === context);
    if (known >= 0) this.leave(log, known, 0);
    open.push({ context, name: undefined });
  }

  /** Before each event of a log, at a site of it. */
  at(log: number, site: number, location: number): void {
    const open = this.open[log];
    const calls = this.calls[log];
    if (open === undefined || open.length === 0 || calls === undefined) return;
    const { address, context } = calls.site(site);
    // From the inside out: the contexts that the site is in, each with a code address of the function that was called.
    const inside = new Map<number, number>();
    for (let at = context, own = address; at !== 0; own = calls.callSite(at), at = calls.caller(at)) inside.set(at, own);
    const gone = open.findIndex((visit) => !inside.has(visit.context));
    if (gone >= 0) this.leave(log, gone, location);
    for (const visit of open) {
      if (visit.name !== undefined) continue;
      visit.name = this.nameAt(inside.get(visit.context)!);
      if (visit.name !== '') this.sink.begin(log, visit.name, location);
    }
  }

  /** The thread has left all from the one at `from` on. */
  private leave(log: number, from: number, location: number): void {
    for (const { name } of this.open[log]!.splice(from).reverse()) if (name) this.sink.end(log, location);
  }

  /** Of a code address: the function, not those that were expanded in it. */
  private nameAt(address: number): string {
    let name = this.names.get(address);
    if (name === undefined) {
      const full = this.naming.frames?.(address).at(-1)?.function ?? '';
      const plain = full.replace(/\(.*$/s, '');
      name = this.matches.some((isMatch) => isMatch(full) || isMatch(plain)) ? full : '';
      this.names.set(address, name);
    }
    return name;
  }
}
