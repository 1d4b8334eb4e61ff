// `foretrace run --live`: a program that runs for hours or days is watched while it runs.

import { join } from 'node:path';
import { slices, withoutRaces } from '../analyze.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { type SelectionOptions, select } from '../findings/selection.ts';
import type { Slice } from '../findings/slices.ts';
import { openInput } from '../formats/file/input.ts';
import { writeOutput } from '../formats/file/output.ts';
import { LiveFindings } from '../live/findings.ts';
import { type Judgement, type JudgeOptions, judged } from '../live/judge.ts';
import { LiveProcess } from '../live/live-process.ts';
import { tracePart } from '../page-trace.ts';
import { missing, whatStopped } from '../raw/assemble/completeness.ts';
import { ProcessLife } from '../raw/follow/process-life.ts';
import { RAW_RECORD_BYTES } from '../raw/format.ts';
import { type Naming, safeNaming } from '../raw/naming.ts';
import type { Ending } from '../record/program.ts';
import { type RecordedProcess, recordedProcess, recordedProcesses, stillRuns } from '../record/recording.ts';
import type { TracePart } from '../report/report.ts';
import { paragraph } from '../report/text.ts';
import { ofProcess, type Reporting } from './analyzing.ts';
import { recordingFacts } from './assembling.ts';
import { styles } from './color.ts';
import type { Companion } from './companion.ts';
import { type LiveStatus, writeStatus } from './live-status.ts';
import { hungWords, missedWords } from './live-words.ts';
import { remarkNotes, remarkTools } from './recording-remarks.ts';
import type { Session } from './session.ts';
import { USUAL_WIDTH } from './width.ts';

const PART_BYTES = 6 << 20;
const WINDOW_BYTES = 2 * PART_BYTES;
/** What the kernel may take for the memory of one process. */
const MEMORY_BYTES = 96 << 20;
/** Traces of windows that are kept for `explain` and for pictures. */
const MOST_TRACES = 64;
const STATUS_EVERY_MS = 1000;
/** How often new processes are looked for. */
const LIST_EVERY_MS = 500;

export interface LiveSettings extends Omit<JudgeOptions, 'command' | 'memoryModel'> {
  /** Bytes of logs of a process that may wait. */
  readonly room: number;
  readonly command: string;
  /** What the report at the end will leave out is not told before. */
  readonly wanted: Pick<SelectionOptions, 'rules' | 'folds'>;
}

interface Watched {
  readonly process: RecordedProcess;
  readonly live: LiveProcess;
  /** In words: what windows could not find out. */
  readonly unfinished: Set<string>;
  readonly naming: (unloads: number) => Promise<Naming>;
  readonly life: ProcessLife;
  isOver: boolean;
}

/** A window that shows something. */
interface Shown {
  readonly live: LiveProcess;
  /** Its trace; undefined if it was not kept. */
  readonly path: string | undefined;
  readonly events: number;
}

export class Live implements Companion {
  readonly givesBack = true;
  private readonly settings: LiveSettings;
  private readonly session: Session;
  private readonly processes = new Map<string, Watched>();
  private readonly findings = new LiveFindings();
  /** Findings know the window that shows them by its place here. */
  private readonly windows: Shown[] = [];
  private readonly started = Date.now();
  private listed = 0;
  private told = 0;

  constructor(settings: LiveSettings, session: Session) {
    this.settings = settings;
    this.session = session;
  }

  async step(folder: string, isOver: boolean): Promise<boolean> {
    const now = Date.now();
    if (isOver || now - this.listed >= LIST_EVERY_MS) {
      this.listed = now;
      for (const process of recordedProcesses(folder)) this.meet(process, folder);
    }
    let worked = false;
    for (const watched of this.processes.values()) worked = (await this.look(watched, isOver)) || worked;
    if (isOver || now - this.told >= STATUS_EVERY_MS) {
      this.told = now;
      writeStatus(folder, this.status());
    }
    return worked;
  }

  /** Of the processes that were watched. */
  get folders(): ReadonlySet<string> {
    return new Set(this.processes.keys());
  }

  status(): LiveStatus {
    return {
      command: this.settings.command,
      pid: process.pid,
      started: this.started,
      memory: process.memoryUsage.rss(),
      findings: this.findings.all().map(({ fingerprint, type, claim, variable, count }) => ({
        fingerprint,
        type,
        claim,
        variable,
        count,
      })),
      processes: [...this.processes.values()].map(({ process: { pid, command }, live, isOver }) => {
        const { counts, eras } = live;
        return { pid, command, isOver, ...counts, eras };
      }),
    };
  }

  /** The program has ended: what there is to report. */
  reporting(ending: Ending): Reporting {
    const all = [...this.processes.values()].map((watched) => outcomeOf(watched, ending));
    // Who stopped may have had others, of which nothing was recorded.
    const several = all.filter(({ live, isStopped }) => live.counts.threads > 1 || isStopped);
    const shown = several.length > 0 ? several : all.slice(0, 1);
    for (const { process } of shown) remarkNotes(process, process.notes, this.session);
    remarkTools(
      shown.map(({ process }) => process),
      this.session,
    );
    const parts = shown.map((outcome) => summaryOf(outcome, this.settings.detectors));
    const traceOf = (window: number) =>
      Math.max(
        0,
        shown.findIndex(({ live }) => live === this.windows[window]!.live),
      );
    return {
      result: {
        traces: parts.flatMap(({ traces }) => traces),
        detectors: parts.flatMap(({ detectors }, trace) => detectors.map((detector) => ({ ...detector, trace }))),
        findings: this.findings.all().map((finding) => ({ ...finding, trace: traceOf(finding.trace) })),
      },
      unfinished: shown.flatMap(({ process, missed }) => missed.map((words) => ofProcess(words, process.command, shown.length))),
      draw: (findings) => this.draw(findings),
      show: async (findings) => [...parts.map(() => undefined), ...(await this.show(findings))],
      partOf: ({ fingerprint }) => {
        const window = this.findings.windowOf(fingerprint);
        return window === undefined ? undefined : parts.length + window;
      },
    };
  }

  /** The traces of the windows that show these findings, and each finding with the place of its own among them. */
  kept(findings: readonly Finding[]): { readonly traces: readonly string[]; readonly findings: readonly Finding[] } {
    const traces = this.windows.flatMap(({ path }) => path ?? []);
    const placed = findings.flatMap((finding) => {
      const path = this.traceOf(finding);
      return path === undefined ? [] : [{ ...finding, trace: traces.indexOf(path) }];
    });
    return { traces, findings: placed };
  }

  private meet(process: RecordedProcess, folder: string): void {
    if (this.processes.has(process.folder)) return;
    const { command, recorder } = process;
    const { memoryModel } = recorder;
    const unfinished = new Set<string>();
    const naming = (unloads: number) => namingAfter(process, unloads);
    const live = new LiveProcess(process, {
      partBytes: PART_BYTES,
      scratch: folder,
      room: this.settings.room,
      memoryBytes: MEMORY_BYTES,
      now: Date.now,
      judge: async (part, unloads) => judged(part, await naming(unloads), { ...this.settings, command, memoryModel }),
      found: async (judgement) => {
        for (const words of judgement.unfinished) unfinished.add(words);
        await this.found(judgement, live, folder);
      },
    });
    const watched: Watched = { process, live, unfinished, naming, life: new ProcessLife(process.folder), isOver: false };
    this.processes.set(process.folder, watched);
  }

  private async look(watched: Watched, isOver: boolean): Promise<boolean> {
    if (watched.isOver) return false;
    const runs = isOver ? stillRuns(watched.process) : !watched.life.isOver();
    const worked = await watched.live.step(!runs);
    if (runs && !isOver) return worked;
    watched.isOver = true;
    const unseen = watched.live.close(await watched.naming(0));
    if (unseen !== undefined) watched.unfinished.add(unseen);
    return worked;
  }

  private async found({ findings, trace, events }: Judgement, live: LiveProcess, folder: string): Promise<void> {
    const fresh = this.findings.add(findings, this.windows.length);
    if (fresh.length === 0) return;
    const kept = this.windows.length < MOST_TRACES ? join(folder, `live-${this.windows.length + 1}.ftrace`) : undefined;
    this.windows.push({ live, path: kept, events });
    if (kept !== undefined)
      await writeOutput(kept, async (output) => {
        for await (const chunk of trace.chunks()) output.write(chunk);
      });
    // Whoever hears of it and asks for more finds it there.
    writeStatus(folder, this.status());
    const { rules, folds } = this.settings.wanted;
    for (const finding of select(fresh, { grouping: 'none', rules, folds }).findings) this.tell(finding);
  }

  /** As soon as it is known. The report at the end has it, too. */
  private tell(finding: Finding): void {
    const options = { styles: styles(this.session.errorColors), width: process.stderr.columns || USUAL_WIDTH };
    this.session.remark([...paragraph({ ...finding, id: 'live' }, options)].join(''));
  }

  private async draw(findings: readonly Finding[]): Promise<Map<string, Slice>> {
    const pictures = new Map<string, Slice>();
    for (const finding of findings) {
      const path = this.traceOf(finding);
      if (path === undefined) continue;
      for (const [id, slice] of await slices(await openInput(path), [finding])) pictures.set(id, slice);
    }
    return pictures;
  }

  /** By window: its events. Of the whole run none were kept. */
  private async show(findings: readonly Finding[]): Promise<(TracePart | undefined)[]> {
    const parts: (TracePart | undefined)[] = [];
    for (const { path, events } of this.windows) {
      const own = path === undefined ? [] : findings.filter((finding) => this.traceOf(finding) === path);
      parts.push(own.length === 0 ? undefined : await tracePart(await openInput(path!), own, { events }));
    }
    return parts;
  }

  private traceOf({ fingerprint }: Finding): string | undefined {
    const window = this.findings.windowOf(fingerprint);
    return window === undefined ? undefined : this.windows[window]!.path;
  }
}

/** Names, from what the process has loaded so far, after so many libraries were unloaded. It is told of more as it is used: each use has its own. */
async function namingAfter({ recorder, folder }: RecordedProcess, unloads: number): Promise<Naming> {
  const naming = await safeNaming(() => recorder.naming(folder));
  for (let i = 0; i < unloads; i++) naming.unloaded();
  return naming;
}

/** What is known of a process when all is over. */
interface Outcome {
  readonly process: RecordedProcess;
  readonly live: LiveProcess;
  /** Recording stopped before the program did. */
  readonly isStopped: boolean;
  /** In words, what was not seen or not looked at. */
  readonly missed: readonly string[];
}

function outcomeOf({ process: before, live, unfinished }: Watched, ending: Ending): Outcome {
  // Its runtime may have said since then why it stopped.
  const process = recordedProcess(before.folder) ?? before;
  const facts = recordingFacts(process, ending);
  const cut = missing(live.left, facts);
  const missed = [
    ...(cut === undefined ? [] : [cut]),
    ...unfinished,
    ...missedWords(live, WINDOW_BYTES),
    ...hungWords(process.folder),
  ];
  return { process, live, isStopped: whatStopped(live.left, facts) !== undefined, missed };
}

function summaryOf({ process, live, missed }: Outcome, detectors: readonly Detector[]): AnalysisResult {
  const run = {
    events: live.counts.handled / RAW_RECORD_BYTES,
    threads: live.counts.threads,
    ...live.size,
    incomplete: undefined,
    memoryModel: process.recorder.memoryModel,
  };
  const { traces, ...rest } = withoutRaces(process.command, run, detectors);
  return { ...rest, traces: traces.map((trace) => ({ ...trace, complete: missed.length === 0, process: process.pid })) };
}
