// `foretrace run --live`, from the options to the exit status.

import { InputError } from '../base/error.ts';
import type { Finding } from '../findings/finding.ts';
import { type analyzingOptions, type Prepared, reporting } from './analyzing.ts';
import { leftRunning, nothingRecorded, remarkUnrecorded } from './assembling.ts';
import { detecting } from './detecting.ts';
import { Exit } from './exit.ts';
import { keepLastRun } from './last-run.ts';
import { Live } from './live.ts';
import { longFlag, type Values } from './option.ts';
import { type Ended, recorded, type recordingOptions } from './recording.ts';
import { remarkLeft } from './recording-remarks.ts';
import type { Session } from './session.ts';
import { statusText } from './status-text.ts';
import { updateBaseline } from './update-baseline.ts';

/** Bytes of logs that may wait. */
const ROOM = 200e6;
/** For the predictors, in a window: that of a run is for its whole trace. */
const WINDOW_MEMORY = 96 << 20;

export const liveOptions = {
  live: {
    kind: 'flag',
    help: 'for programs that run for hours or days: look while it runs, print a race as soon as it is found, keep memory and disk bounded; foretrace status says how it is doing',
  },
  liveRoom: {
    kind: 'size',
    min: 2 ** 24,
    help: 'with --live: how much of its logs may wait to be looked at, for instance 1G, instead of 200M; what is beyond that is passed over, and said',
  },
} as const;

/** What needs the whole recording, which is not kept. */
const WHOLE = ['trace', 'raw'] as const;

interface LiveRun {
  readonly words: readonly string[];
  readonly options: Values<typeof liveOptions & typeof recordingOptions & typeof analyzingOptions> & {
    readonly trace?: string | undefined;
    readonly updateBaseline: boolean;
  };
  readonly preparation: Prepared;
  readonly session: Session;
}

export async function runLive({ words, options, preparation, session }: LiveRun): Promise<number> {
  for (const option of WHOLE)
    if (options[option] !== undefined)
      throw new InputError('USAGE', {}, `${longFlag(option)} keeps the whole run, and --live does not`, 'leave one of them out');
  const { detectors, detectorOptions } = detecting(options);
  const live = new Live(
    {
      detectors,
      detectorOptions: { ...detectorOptions, memory: Math.min(detectorOptions!['memory']!, WINDOW_MEMORY) },
      sharedOnly: options.sharedOnly === 'on',
      liftLocks: options.liftLocks === 'on',
      room: options.liveRoom ?? ROOM,
      command: words.join(' '),
      wanted: preparation.wanted,
    },
    session,
  );
  const tell = (): void => session.remark(statusText(live.status(), Date.now()).trimEnd());
  process.on('SIGUSR1', tell);
  const work = async ({ ending, folder }: Ended) => {
    process.off('SIGUSR1', tell);
    if (live.folders.size === 0) throw nothingRecorded(folder);
    const left = await leftRunning(folder);
    remarkLeft(left, session);
    const isPartial = remarkUnrecorded(folder, session, live.folders) || left.length > 0;
    const { status: found, named, seen } = await reporting(live.reporting(ending), preparation, options, session);
    if (options.updateBaseline) updateBaseline(options.baseline!, seen(), session);
    if (named.length > 0) await keep(words, named, live);
    const answer = found === Exit.ok && isPartial ? Exit.partial : found;
    return ending.status === 0 ? answer : ending.status;
  };
  return recorded(words, options, session, work, { companion: live });
}

/** For `foretrace explain`. */
async function keep(words: readonly string[], findings: readonly Finding[], live: Live): Promise<void> {
  const { traces, findings: shown } = live.kept(findings);
  if (traces.length > 0) await keepLastRun(words, traces, shown);
}
