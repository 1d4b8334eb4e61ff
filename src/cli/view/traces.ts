// What the viewer is served of traces: they are analysed first, their events are read again and sent when the page asks for them.

import { resolve } from 'node:path';
import { display } from '../../base/quote.ts';
import { version } from '../../base/version.ts';
import { select } from '../../findings/selection.ts';
import { native } from '../../formats/native/index.ts';
import { readTrace } from '../../formats/read.ts';
import { pageData, pageText } from '../../report/html/page-data.ts';
import { summary } from '../../report/words.ts';
import { LenientProblems, strict } from '../../trace/problems.ts';
import { analyzed, leftOutOf, otherFindings, type Reporting } from '../analyzing.ts';
import type { viewOptions } from '../commands/view.ts';
import { type Confirmations, withConfirmations } from '../confirmations.ts';
import type { Values } from '../option.ts';
import type { Session } from '../session.ts';
import { ownSources, sourcesIn } from '../sources.ts';
import { traceFiles } from '../trace-files.ts';
import { criteria, listSuppressed, remarkImported, remarkUnused } from '../triage.ts';
import type { Served, Sink } from './server.ts';

export interface Viewed {
  readonly paths: readonly string[];
  /** Where the program was run, if this is a run of this machine. */
  readonly folder?: string;
  /** What it is called, if that is not the path. */
  readonly name?: string;
  /** What runs of the program have confirmed, if it is one of this project. */
  readonly known?: Confirmations;
}

export async function servedTraces(
  { paths, folder, name, known }: Viewed,
  options: Values<typeof viewOptions>,
  session: Session,
): Promise<Served> {
  const wanted = criteria(options);
  const named = sourcesIn(options.sourceRoot);
  const [root] = options.sourceRoot;
  const files = traceFiles(paths);
  const analysis = await analyzed(
    files.map((path) => (name === undefined ? { path } : { path, name })),
    options,
    session,
  );
  const reporting = known === undefined ? analysis : withConfirmations(analysis, known);
  const selection = select(reporting.result.findings, { ...wanted, grouping: options.group });
  const result = { ...reporting.result, findings: selection.findings, leftOut: leftOutOf(selection) };
  if (options.listSuppressed) listSuppressed(wanted.file, selection.suppressed, session);
  remarkImported(wanted, session);
  remarkUnused(wanted.file, selection.unusedRules, session);
  for (const words of reporting.unfinished)
    session.remark(`foretrace: ${session.errorColors.yellow('partial')}: ${display(words)}`);
  const data = pageData(result, {
    version: version(),
    sources: named ?? (folder === undefined ? undefined : ownSources()),
    others: otherFindings(selection, wanted.file),
    folder: root === undefined ? folder : resolve(root),
    parts: result.traces.map(({ events }, i) =>
      reporting.inputs?.[i]?.input === undefined ? undefined : { bytes: undefined, positions: undefined, total: events },
    ),
  });
  return {
    title: `foretrace: ${summary(result).found}`,
    data: pageText(data),
    trace: (number) => eventsOf(reporting, number, session),
  };
}

/** Sends the events of a trace as a native file, read as the analysis read them. */
function eventsOf(
  { inputs }: Reporting,
  number: number,
  { lenient, memoryModel }: Session,
): ((sink: Sink) => Promise<void>) | undefined {
  const { input, format } = inputs?.[number] ?? {};
  if (input === undefined) return undefined;
  return async ({ write, drain }) => {
    let writer: ReturnType<typeof native.writer> | undefined;
    const reading = {
      format,
      memoryModel,
      drain,
      ...(lenient ? { problems: new LenientProblems(0) } : { problems: strict, check: false }),
    };
    await readTrace(input, reading, (block, symbols, metadata) => {
      // Packing would take longer than the way to the page.
      writer ??= native.writer({ symbols, metadata, write, plain: true });
      writer.block(block);
    });
    writer?.end();
  };
}
