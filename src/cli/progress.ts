// One line on stderr that tells how far a long run is: only on a terminal, only after a second, gone at the end.

import { shortened } from '../base/shortened.ts';
import { USUAL_WIDTH } from './width.ts';

const SHOW_AFTER = 1000;
const EVERY = 100;
/** A path or a command line may be long; its end tells most, and the numbers must fit beside it. */
const [LONGEST_LABEL, SHORTEST_LABEL] = [32, 12];

/** The part of a terminal stream that is needed; tests pass their own. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  private readonly stream: ProgressStream | undefined;
  private readonly label: string;
  private readonly total: number | 'share' | undefined;
  private readonly now: () => number;
  private started: number;
  private shownAt = 0;
  private lastBytes = 0;

  /** `total` is the size of the input in bytes, if it is known; `share`: parts of 1 are told instead of bytes. */
  constructor(
    stream: ProgressStream,
    quiet: boolean,
    label: string,
    total?: number | 'share',
    now: () => number = performance.now.bind(performance),
  ) {
    this.stream = stream.isTTY === true && !quiet ? stream : undefined;
    this.label = label;
    this.total = total;
    this.now = now;
    this.started = now();
  }

  /** Cheap: may be called for every block. Fewer bytes than before begin another reading. */
  update(bytes: number, events?: number): void {
    const { stream } = this;
    if (stream === undefined) return;
    const now = this.now();
    if (bytes < this.lastBytes) this.started = now;
    this.lastBytes = bytes;
    const elapsed = now - this.started;
    if (elapsed < SHOW_AFTER || now - this.shownAt < EVERY) return;
    this.shownAt = now;
    const line = progressLine(this.label, numbers(bytes, this.total, events, elapsed), widthOf(stream));
    stream.write(`\r${line}\x1b[K`);
  }

  /** Clears the line. */
  end(): void {
    if (this.shownAt > 0) this.stream?.write('\r\x1b[K');
    this.shownAt = 0;
  }
}

function widthOf({ columns }: ProgressStream): number {
  return (columns || USUAL_WIDTH) - 1;
}

/** The label gives way first, then what tells least. */
function progressLine(label: string, { read, events, rate, left }: Numbers, width: number): string {
  const choices = [
    [read, events, rate, left],
    [read, events, left],
    [read, left],
  ];
  const texts = choices.map((parts) => parts.filter((part) => part !== '').join('  '));
  const text = texts.find(({ length }) => SHORTEST_LABEL + 2 + length <= width) ?? texts.at(-1)!;
  const room = Math.max(1, width - text.length - 2);
  return `${shortened(label, Math.min(LONGEST_LABEL, room), 'start')}  ${text}`.slice(0, width);
}

/** As words; what is not known is empty. */
interface Numbers {
  readonly read: string;
  readonly events: string;
  readonly rate: string;
  readonly left: string;
}

function numbers(bytes: number, size: number | 'share' | undefined, events: number | undefined, elapsed: number): Numbers {
  const total = size === 'share' ? 1 : size;
  const known = total !== undefined && total > 0;
  const millions = events === undefined ? undefined : events / 1e6;
  return {
    read: known ? `${percent(bytes, total)}${size === 'share' ? '' : ` of ${megabytes(total)} MB`}` : `${megabytes(bytes)} MB`,
    events: millions === undefined ? '' : `${millions.toFixed(1)} M events`,
    rate: millions === undefined ? '' : `${((millions / elapsed) * 1000).toFixed(1)} M events/s`,
    left: known ? timeLeft(bytes, total, elapsed) : '',
  };
}

/** Nothing at the very beginning, which says little about the rest, and at the end. */
export function timeLeft(bytes: number, total: number, elapsed: number): string {
  if (bytes < total / 100 || bytes >= total) return '';
  return `about ${duration((elapsed * (total - bytes)) / bytes / 1000)} left`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function percent(bytes: number, total: number): string {
  return `${Math.min(100, Math.floor((100 * bytes) / total))} %`;
}
