// Pairs of one trace that several decide, each by itself and far from the others: a share forms opinions on its pairs and writes them down, and
// whoever decides in the end takes the turns in their order, as if nobody had thought of them before (see speculation.ts). What is written is taken
// where it says what would be found out here, and found out here where it is missing: so the outcome is that of one process, whatever the shares did.

import { crc32 } from '../../base/crc32.ts';
import type { Columns } from '../../trace/columns.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { Glimpse, Opinions, Searched } from './judge.ts';

/** One of so many, from 0. */
export interface Share {
  readonly number: number;
  readonly of: number;
}

/** How `predict` is done in shares. */
export interface Sharing {
  /** Whether only opinions are wanted, and no races. */
  readonly isShare: boolean;
  /** What of all limits is for the pairs that are decided here. */
  readonly portion: number;
  /** Whether the turn of an access is taken here; `kind` says which are alike. */
  takes(kind: () => string): boolean;
  /** Who is asked about pairs of these events, the trace or a window of it; `bytes`: what the judge may take for a pair. */
  opinions(judge: Opinions, events: PartEvents, bytes: number): Opinions;
}

export type PartEvents = Pick<Columns, 'length' | 'ops' | 'threads' | 'targets'>;

/** A share does at the most so many times its part: pairs are not all equally dear. */
const MORE = 2;

/** What is written: of which events, and what the judge might take; then opinions. A search has a patience that is not negative. */
type Written =
  | { readonly part: string; readonly bytes: number }
  | readonly [second: number, first: number, patience: number, Glimpse | Searched];

/** As the patience of what is seen without a search: with a look for a reversal, and without. */
const OPTIMISTIC = -1;
const PLAIN = -2;

/** Forms the opinions of a share. Pairs that are alike have the same one, since only a few of them are tried. */
export class ShareOfPairs implements Sharing {
  readonly isShare = true;
  readonly portion: number;
  /** Lines of JSON. */
  readonly lines: string[] = [];
  private readonly share: Share;

  constructor(share: Share) {
    this.share = share;
    this.portion = Math.min(1, MORE / share.of);
  }

  takes(kind: () => string): boolean {
    const { number, of } = this.share;
    return sumOf(encoder.encode(kind())) % of === number;
  }

  opinions(judge: Opinions, events: PartEvents, bytes: number): Opinions {
    this.write({ part: partOf(events), bytes });
    return {
      glimpse: (first, second, optimistic) => {
        const glimpse = judge.glimpse(first, second, optimistic);
        this.write([second, first, optimistic ? OPTIMISTIC : PLAIN, glimpse]);
        return glimpse;
      },
      // As if there were any budget: what is left of one is not known here.
      search: (first, second, patience) => {
        const searched = judge.search(first, second, patience, Number.POSITIVE_INFINITY);
        this.write([second, first, patience, searched]);
        return searched;
      },
    };
  }

  private write(written: Written): void {
    this.lines.push(JSON.stringify(written, arrays));
  }
}

const encoder = new TextEncoder();

function arrays(_: string, value: unknown): unknown {
  return value instanceof Uint32Array ? [...value] : value;
}

interface Known<O> {
  readonly opinion: O;
  /** What the judge might take that had it. */
  readonly bytes: number;
}

/** Decides, with what the shares have written. */
export class SharedPairs implements Sharing {
  readonly isShare = false;
  readonly portion = 1;
  /** By part: opinions by what they are of. */
  private readonly parts = new Map<string, Map<string, Known<Glimpse | Searched>>>();

  constructor(shares: Iterable<Iterable<string>>) {
    for (const lines of shares) this.read(lines);
  }

  takes(): boolean {
    return true;
  }

  opinions(judge: Opinions, events: PartEvents, bytes: number): Opinions {
    const known = this.parts.get(partOf(events));
    if (known === undefined) return judge;
    const about = <O extends Glimpse | Searched>(second: number, first: number, patience: number): O | undefined => {
      const found = known.get(keyOf(second, first, patience)) as Known<O> | undefined;
      if (found === undefined || !isSame(found, bytes)) return undefined;
      return found.opinion;
    };
    return {
      glimpse: (first, second, optimistic) => {
        const glimpse = about<Glimpse>(second, first, optimistic ? OPTIMISTIC : PLAIN);
        return glimpse ?? judge.glimpse(first, second, optimistic);
      },
      search: (first, second, patience, budget) => {
        const searched = about<Searched>(second, first, patience);
        return searched !== undefined && budget >= searched.limit ? searched : judge.search(first, second, patience, budget);
      },
    };
  }

  private read(lines: Iterable<string>): void {
    let known = new Map<string, Known<Glimpse | Searched>>();
    let bytes = 0;
    for (const line of lines) {
      const written = JSON.parse(line) as Written;
      if ('part' in written) {
        bytes = written.bytes;
        known = this.parts.get(written.part) ?? new Map<string, Known<Glimpse | Searched>>();
        this.parts.set(written.part, known);
        continue;
      }
      const [second, first, patience, opinion] = written;
      known.set(keyOf(second, first, patience), { opinion: withSchedule(opinion), bytes });
    }
  }
}

/** Tells the windows of a trace apart, whoever cut them: opinions depend on nothing but the events. */
function partOf({ length, ops, threads, targets }: PartEvents): string {
  const sums = [ops, threads, targets].map((column) => {
    const { buffer, byteOffset, byteLength } = column.subarray(0, length);
    return sumOf(new Uint8Array(buffer, byteOffset, byteLength));
  });
  return [length, ...sums].join(' ');
}

function sumOf(bytes: Uint8Array): number {
  return crc32(bytes, 0, bytes.length);
}

function keyOf(second: number, first: number, patience: number): string {
  return `${second} ${first} ${patience}`;
}

/** Whether a judge that may take so many bytes would say the same. */
function isSame({ opinion, bytes }: Known<Glimpse | Searched>, own: number): boolean {
  return bytes === own || (!opinion.starved && opinion.bytes <= own);
}

function withSchedule<O extends { readonly schedule?: Schedule | undefined }>(opinion: O): O {
  const { schedule } = opinion;
  if (schedule === undefined) return opinion;
  return { ...opinion, schedule: { ...schedule, base: Uint32Array.from(schedule.base) } };
}
