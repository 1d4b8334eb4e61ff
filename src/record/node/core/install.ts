// Puts the recorder into this thread: the memory and files it writes to, then the hooks and patches, in the order in which they need each
// other.

import module from 'node:module';
import { relative, resolve } from 'node:path';
import threads from 'node:worker_threads';
import { display } from '../../../base/quote.ts';
import { evaluated, handedEval } from '../loading/functions.ts';
import { startInstrument } from '../loading/instrument.ts';
import { installLoading } from '../loading/loading.ts';
import { installBufferAccessors } from '../patches/accessors.ts';
import { useApart } from '../patches/apart.ts';
import { useArrayMethod } from '../patches/arrays.ts';
import { installBuiltIns } from '../patches/built-ins.ts';
import { installCopies } from '../patches/copies.ts';
import { installFiles } from '../patches/files.ts';
import { installGrowable } from '../patches/growable.ts';
import { installLocks, lockRequest } from '../patches/locks.ts';
import { installMemory } from '../patches/memory.ts';
import { addPortsIn, installMessages } from '../patches/messages.ts';
import { installModules, useModule } from '../patches/modules.ts';
import { addPort, meetPorts } from '../patches/ports.ts';
import { installShowing } from '../patches/showing.ts';
import { recordIterators } from '../patches/typed-arrays.ts';
import { startWaits } from '../patches/waits.ts';
import { type Inheritance, inheritance, installWorkers, type WorkerOptions } from '../patches/workers.ts';
import { registerPath, withPreload } from '../preload.ts';
import { steeredBy, steeringOf } from '../steer/start.ts';
import { installWasm } from '../wasm/bridge.ts';
import { installHooks, usePatternKeys } from './access.ts';
import { enterBlock, leaveBlock, visiting } from './atomic-blocks.ts';
import { hide, meetBlocks, onBlock } from './blocks.ts';
import { placeOf } from './calls.ts';
import { newControl } from './control.ts';
import { copied, implicit } from './copies.ts';
import { installEnding } from './ending.ts';
import { startHanging } from './hanging.ts';
import { closeLog, flush, newBuffer, startLog } from './log.ts';
import { startNoise } from './noise.ts';
import { startViews } from './noted-views.ts';
import { noteUnrecorded, startNotes, tellUnrecorded } from './notes.ts';
import { dieWithForetrace } from './parent.ts';
import { describeProcess, newProcessFolder, processRefused } from './process-folder.ts';
import { startReducing } from './reducing.ts';
import { each, rest } from './rests.ts';
import { settingsFrom, Variable } from './settings.ts';
import { saveSites, startSites } from './sites.ts';
import { gate } from './steered.ts';
import { refused, startStopping } from './stopping.ts';

const INSTALLED = Symbol.for('foretrace.installed');
const REGISTER = registerPath();
/** As Node itself has read it: what is put there later counts for child processes only. */
const STARTED_WITH = process.env['NODE_OPTIONS'];

export function install(): void {
  const marked = globalThis as { [INSTALLED]?: true };
  if (marked[INSTALLED]) return;
  Object.defineProperty(marked, INSTALLED, { value: true });
  const mine = threads.isMainThread ? firstThread() : inheritance();
  if (mine === undefined) return;
  try {
    startThread(mine);
  } catch (error) {
    closeLog();
    refused(error);
    noteUnrecorded(`thread ${mine.thread}: ${error instanceof Error ? error.message : String(error)}`, true);
  }
}

/** The first thread of a process makes what the others inherit. */
function firstThread(): Inheritance | undefined {
  const isByHand = process.env[Variable.folder] === undefined;
  const settings = settingsFrom(process.env, 'foretrace-recording');
  let recording = settings.folder;
  try {
    // The folder may be gone, which is no reason for the program not to run; Node's loader thread would hang there.
    const cwd = process.cwd();
    recording = resolve(cwd, settings.folder);
    const folder = newProcessFolder(recording);
    describeProcess(folder, cwd, settings);
    inheritByEnvironment(recording);
    if (isByHand) sayAtExit(recording);
    dieWithForetrace();
    const channel = `foretrace ${process.pid} ${folder}`;
    return {
      thread: 0,
      control: newControl(),
      buffer: newBuffer(0),
      folder,
      cwd,
      channel,
      settings,
      isModule: false,
      objects: [],
      pages: [],
      steering: steeringOf(settings.plan, folder),
    };
  } catch (error) {
    processRefused(recording, error);
    process.stderr.write(`foretrace: nothing is recorded: ${display(error instanceof Error ? error.message : String(error))}\n`);
    return undefined;
  }
}

/** Child processes are recorded into the same folder, wherever they run, also those of a program that loads the recorder by hand. */
function inheritByEnvironment(recording: string): void {
  process.env[Variable.folder] = recording;
  process.env['NODE_OPTIONS'] = withPreload(process.env['NODE_OPTIONS'], REGISTER);
}

function sayAtExit(recording: string): void {
  const shown = display(relative(process.cwd(), recording));
  process.on('exit', () =>
    process.stderr.write(`foretrace: recorded into ${shown}; next: foretrace assemble ${shown} trace.ftrace\n`),
  );
}

function startThread(mine: Inheritance): void {
  const { control, buffer, folder, cwd, settings } = mine;
  startStopping(control, folder);
  startHanging(folder);
  startNotes(folder);
  const steered = steeredBy(mine.steering, { number: mine.thread, folder, cwd });
  startSites(control, folder, mine.thread !== 0 || steered !== undefined, steered?.hear);
  startViews(folder, mine.thread);
  const { maxRecords, follow } = settings;
  const stacks = settings.stacks === 'none' ? {} : { stacks: { at: placeOf, isExact: settings.stacks === 'exact' } };
  startLog({ buffer, control, folder, maxRecords, follow, beforeFlush, isAlone: mine.thread === 0, ...stacks });
  // Before the patches: they are others where there is a gate.
  steered?.start();
  hide(control);
  hide(buffer);
  onBlock(tellUnrecorded);
  meetBlocks(mine.objects, mine.pages);
  startNoise(settings.noise, settings.schedule, folder);
  startReducing(settings.reduce);
  startInstrument(settings, cwd);
  installHooks({
    code: evaluated,
    handed: handedEval,
    uses,
    enter: enterBlock,
    leave: leaveBlock,
    request: lockRequest,
    rest,
    each,
    copied,
    implicit,
    ...visiting,
  });
  startWaits(settings.waiters);
  installBuiltIns(globalThis);
  installMemory();
  installBufferAccessors();
  installCopies();
  installFiles();
  installShowing();
  installGrowable();
  installModules();
  installLocks(folder);
  installMessages();
  installWasm({ buffer, control }, settings);
  installWorkers(mine, preload());
  addPort(threads.parentPort);
  addPortsIn(threads.workerData);
  if (mine.moved !== undefined) meetPorts(mine.moved);
  installEnding();
  installLoading({ control, folder, settings, cwd }, mine.isModule);
  // Modules that import the patched functions by name see them.
  module.syncBuiltinESMExports();
  flush();
}

function beforeFlush(): void {
  gate?.flushes();
  saveSites();
}

/** What a file has in it that is not patched for everybody. */
function uses(what: string): void {
  const [, kind, name] = /^(array|\[\])\.(.+)$/.exec(what) ?? [];
  const owner = /^of (.+)$/.exec(what)?.[1];
  if (what === 'patterns') recordIterators();
  else if (what === 'keys') usePatternKeys();
  else if (owner !== undefined) useApart(owner);
  else if (name !== undefined) useArrayMethod(name, kind === 'array');
  else useModule(what);
}

/** A worker loads the recorder by the options that it inherits, unless it is given options of its own. */
function preload(): (options: WorkerOptions | undefined) => WorkerOptions {
  const isInherited = STARTED_WITH?.includes(REGISTER) === true;
  return (options) => {
    const env = options?.env;
    if (isInherited && (env === undefined || env === null || env === threads.SHARE_ENV)) return options ?? {};
    if (env === threads.SHARE_ENV)
      return { ...options, execArgv: [...(options?.execArgv ?? process.execArgv), '--require', REGISTER] };
    const base = (env ?? process.env) as Record<string, string | undefined>;
    const ours = Object.fromEntries(
      Object.values(Variable).flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    return { ...options, env: { ...base, ...ours, NODE_OPTIONS: withPreload(base['NODE_OPTIONS'], REGISTER) } };
  };
}
