// `foretrace run --live`: a program that runs for hours or days is watched while it runs.

import { join } from 'node:path';
import { slices, withoutRaces } from '../analyze.ts';
import { shortened } from '../base/shortened.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Finding } from '../findings/finding.ts';
import type { AnalysisResult } from '../findings/result.ts';
import type { Slice } from '../findings/slices.ts';
import { openInput } from '../formats/file/input.ts';
import { writeOutput } from '../formats/file/output.ts';
import { LiveFindings } from '../live/findings.ts';
import { type Judgement, type JudgeOptions, judged } from '../live/judge.ts';
import { LiveProcess } from '../live/live-process.ts';
import { ProcessLife } from '../raw/follow/process-life.ts';
import { RAW_RECORD_BYTES } from '../raw/format.ts';
import { type Naming, safeNaming } from '../raw/naming.ts';
import { LOCKS_IN_DISGUISE } from '../raw/screen/watch.ts';
import { type RecordedProcess, recordedProcesses, stillRuns } from '../record/recording.ts';
import { paragraph } from '../report/text.ts';
import { amount, LONGEST_COMMAND } from '../report/words.ts';
import type { Reporting } from './analyzing.ts';
import { styles } from './color.ts';
import type { Companion } from './companion.ts';
import { type LiveStatus, writeStatus } from './live-status.ts';
import type { Session } from './session.ts';
import { USUAL_WIDTH } from './width.ts';

const PART_BYTES = 6 << 20;
const WINDOW_WORDS = `${(2 * PART_BYTES) >> 20} MB of logs`;
/** What the kernel may take for the memory of one process. */
const MEMORY_BYTES = 96 << 20;
/** Traces of windows that are kept for `explain` and for pictures. */
const MOST_TRACES = 64;
const STATUS_EVERY_MS = 1000;
/** How often new processes are looked for. */
const LIST_EVERY_MS = 500;

export interface LiveSettings extends Omit<JudgeOptions, 'command'> {
  /** Bytes of logs of a process that may wait. */
  readonly room: number;
  readonly command: string;
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
  readonly process: Watched;
  /** Its trace; undefined if it was not kept. */
  readonly path: string | undefined;
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
      findings: this.findings.all().map(({ fingerprint, claim, variable, count }) => ({ fingerprint, claim, variable, count })),
      processes: [...this.processes.values()].map(({ process: { pid, command }, live, isOver }) => {
        const { counts, eras } = live;
        return { pid, command, isOver, ...counts, eras };
      }),
    };
  }

  /** The program has ended: what there is to report. */
  reporting(): Reporting {
    const all = [...this.processes.values()];
    const several = all.filter(({ live }) => live.counts.threads > 1);
    const shown = several.length > 0 ? several : all.slice(0, 1);
    const parts = shown.map((watched) => summaryOf(watched, this.settings.detectors));
    const ofProcess = (window: number) => Math.max(0, shown.indexOf(this.windows[window]!.process));
    return {
      result: {
        traces: parts.flatMap(({ traces }) => traces),
        detectors: parts.flatMap(({ detectors }, trace) => detectors.map((detector) => ({ ...detector, trace }))),
        findings: this.findings.all().map((finding) => ({ ...finding, trace: ofProcess(finding.trace) })),
      },
      unfinished: shown.flatMap((watched) => missing(watched).map((words) => named(words, watched, shown.length))),
      draw: (findings) => this.draw(findings),
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
    const { command } = process;
    const unfinished = new Set<string>();
    const naming = (unloads: number) => namingAfter(process, unloads);
    const live = new LiveProcess(process, {
      partBytes: PART_BYTES,
      scratch: folder,
      room: this.settings.room,
      memoryBytes: MEMORY_BYTES,
      now: Date.now,
      judge: async (part, unloads) => judged(part, await naming(unloads), { ...this.settings, command }),
      found: async (judgement) => {
        for (const words of judgement.unfinished) unfinished.add(words);
        await this.found(judgement, watched, folder);
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
    if (runs) watched.unfinished.add('the process still runs: what it does later is missing');
    watched.isOver = true;
    const unseen = watched.live.close(await watched.naming(0));
    if (unseen !== undefined) watched.unfinished.add(unseen);
    return worked;
  }

  private async found({ findings, trace }: Judgement, process: Watched, folder: string): Promise<void> {
    const fresh = this.findings.add(findings, this.windows.length);
    if (fresh.length === 0) return;
    const kept = this.windows.length < MOST_TRACES ? join(folder, `live-${this.windows.length + 1}.ftrace`) : undefined;
    this.windows.push({ process, path: kept });
    if (kept !== undefined)
      await writeOutput(kept, async (output) => {
        for await (const chunk of trace.chunks()) output.write(chunk);
      });
    // Whoever hears of it and asks for more finds it there.
    writeStatus(folder, this.status());
    for (const finding of fresh) this.tell(finding);
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

function summaryOf(watched: Watched, detectors: readonly Detector[]): AnalysisResult {
  const { process, live } = watched;
  const run = {
    events: live.counts.handled / RAW_RECORD_BYTES,
    threads: live.counts.threads,
    ...live.size,
    incomplete: undefined,
  };
  const { traces, ...rest } = withoutRaces(process.command, run, detectors);
  const complete = missing(watched).length === 0;
  return { ...rest, traces: traces.map((trace) => ({ ...trace, complete, process: process.pid })) };
}

function named(words: string, { process }: Watched, processes: number): string {
  return processes === 1 ? words : `${shortened(process.command, LONGEST_COMMAND, 'middle')}: ${words}`;
}

/** In words, what was not seen or not looked at. */
function missing({ live, unfinished }: Watched): string[] {
  const { counts, eras, passedOver, suspects } = live;
  const words = [...unfinished];
  if (counts.skipped > 0)
    words.push(`${(counts.skipped / 1e6).toFixed(1)} MB of logs came faster than they could be read, and were passed over`);
  if (eras > 1)
    words.push(
      `what was known had to be forgotten ${amount(eras - 1, 'time')}, for want of memory or because of new threads: races with what was done before are not seen`,
    );
  for (const [what, count] of passedOver)
    if (what === LOCKS_IN_DISGUISE)
      words.push(`atomics act as locks: what their holders do in another order was looked at in windows of ${WINDOW_WORDS} only`);
    else words.push(`${amount(count, 'record')} about ${what} could not be understood`);
  if (suspects.open > 0)
    words.push(
      `${amount(suspects.open, 'pair')} of places ${suspects.open === 1 ? 'is' : 'are'} not proved safe: what is further apart than a window of ${WINDOW_WORDS} was not looked at; a run without --live looks at all`,
    );
  return words;
}
