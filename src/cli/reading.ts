// Reads the trace that a command names: progress while it lasts, and afterwards what was repaired or passed over, on stderr.

import { display } from '../base/quote.ts';
import { type InputOptions, openInput } from '../formats/file/input.ts';
import type { Format } from '../formats/format.ts';
import { formatById, formats } from '../formats/index.ts';
import type { Input } from '../formats/input.ts';
import type { MemoryModel } from '../trace/memory-model.ts';
import { LenientProblems } from '../trace/problems.ts';
import { placeText } from './failure.ts';
import { Progress } from './progress.ts';
import type { Session } from './session.ts';

/** An option that takes a format; its help is still to say which. */
export const formatChoice = { kind: 'text', value: 'id', choices: formats.map(({ id }) => id), listedBy: 'formats' } as const;

export const traceArgument = { name: 'TRACE', help: 'file of the trace, or - for standard input', file: true } as const;

export const inputFormat = {
  ...formatChoice,
  help: 'read the trace as this format instead of recognising it by content',
} as const;

/** What the functions that read a trace ask for. */
export interface Source {
  readonly input: Input;
  readonly format: Format | undefined;
  readonly memoryModel: MemoryModel | undefined;
  /** Repairs and counts; undefined if the session is strict. */
  readonly problems: LenientProblems | undefined;
  readonly onProgress: (bytes: number, events: number) => void;
  readonly onWork: (detector: string, done: number) => void;
}

/** How many of the repaired problems are shown. */
const EXAMPLES = 3;

/** Opens a trace for `work`, whose result has the notes of the reading. */
export async function reading<R extends { readonly notes: readonly string[] }>(
  path: string,
  formatId: string | undefined,
  session: Session,
  work: (source: Source) => Promise<R>,
  options: InputOptions & { readonly input?: Input | undefined } = {},
): Promise<R> {
  const input = options.input ?? (await openInput(path, options));
  const problems = session.lenient ? new LenientProblems(EXAMPLES) : undefined;
  const progress = new Progress(process.stderr, session.quiet, input.name, input.size);
  const works = new Map<string, Progress>();
  const end = (): void => {
    for (const one of [progress, ...works.values()]) one.end();
  };
  try {
    const result = await work({
      input,
      format: formatId === undefined ? undefined : formatById(formatId),
      memoryModel: session.memoryModel,
      problems,
      onProgress: (bytes, events) => progress.update(bytes, events),
      onWork(detector, done) {
        const own = works.get(detector) ?? new Progress(process.stderr, session.quiet, detector, 'share');
        works.set(detector, own);
        own.update(done);
      },
    });
    end();
    remarks(input.name, problems, result.notes, session);
    return result;
  } finally {
    end();
  }
}

function remarks(name: string, problems: LenientProblems | undefined, notes: readonly string[], session: Session): void {
  const { dim, yellow } = session.errorColors;
  if (problems !== undefined && problems.total > 0) {
    const counts = [...problems.counts].map(([code, count]) => `${count} ${code}`).join(', ');
    session.remark(`foretrace: ${yellow('repaired')}: ${display(name)}: ${counts}`);
    for (const { place, code, what } of problems.examples)
      session.remark(dim(`  ${placeText(place)}: ${code}: ${display(what)}`));
    if (problems.total > problems.examples.length) session.remark(dim(`  and ${problems.total - problems.examples.length} more`));
  }
  for (const note of notes) session.remark(`foretrace: ${yellow('note')}: ${display(name)}: ${display(note)}`);
}
