// One line on stderr that tells how far a long run is: only on a terminal, only after a second, gone at the end.

import { display } from '../base/quote.ts';

const SHOW_AFTER = 1000;
const EVERY = 100;
/** A path or a command line may be long; its end tells most, and the numbers must fit beside it. */
const LONGEST_LABEL = 32;

/** The part of a terminal stream that is needed; tests pass their own. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  private readonly stream: ProgressStream | undefined;
  private readonly label: string;
  private readonly total: number | undefined;
  private readonly now: () => number;
  private readonly started: number;
  private shownAt = 0;

  /** `total` is the size of the input in bytes, if it is known. */
  constructor(
    stream: ProgressStream,
    quiet: boolean,
    label: string,
    total?: number,
    now: () => number = performance.now.bind(performance),
  ) {
    this.stream = stream.isTTY === true && !quiet ? stream : undefined;
    const shown = display(label);
    this.label = shown.length > LONGEST_LABEL ? `…${shown.slice(1 - LONGEST_LABEL)}` : shown;
    this.total = total;
    this.now = now;
    this.started = now();
  }

  /** Cheap: may be called for every block. */
  update(bytes: number, events: number): void {
    const { stream } = this;
    if (stream === undefined) return;
    const now = this.now();
    const elapsed = now - this.started;
    if (elapsed < SHOW_AFTER || now - this.shownAt < EVERY) return;
    this.shownAt = now;
    const line = progressLine(this.label, bytes, this.total, events, elapsed);
    // A terminal that does not know its width says 0.
    stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\x1b[K`);
  }

  /** Clears the line. */
  end(): void {
    if (this.shownAt > 0) this.stream?.write('\r\x1b[K');
    this.shownAt = 0;
  }
}

/** Says on a terminal what takes long and cannot tell how far it is; the answer takes the line away again. */
export function announced(
  { quiet }: { readonly quiet: boolean },
  line: string,
  stream: ProgressStream = process.stderr,
): () => void {
  if (stream.isTTY !== true || quiet) return () => {};
  stream.write(`\r${display(line).slice(0, (stream.columns || 80) - 1)}\x1b[K`);
  return () => void stream.write('\r\x1b[K');
}

function progressLine(label: string, bytes: number, total: number | undefined, events: number, elapsed: number): string {
  const read =
    total === undefined || total === 0 ? `${megabytes(bytes)} MB` : `${percent(bytes, total)} of ${megabytes(total)} MB`;
  const rate = ((events / elapsed) * 1000) / 1e6;
  return `${label}  ${read}  ${(events / 1e6).toFixed(1)} M events  ${rate.toFixed(1)} M events/s`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function percent(bytes: number, total: number): string {
  return `${Math.min(100, Math.floor((100 * bytes) / total))} %`;
}
