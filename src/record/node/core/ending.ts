// How a thread ends: its records are saved when it exits, when the process exits or kills itself, and now and then in between, for the
// ends that nobody hears of (SIGKILL, SIGTERM without a handler). Who tells its parent that it is done may be killed next.

import net from 'node:net';
import os from 'node:os';
import threads from 'node:worker_threads';
import { Raw } from '../../../raw/format.ts';
import { endLog } from '../patches/locks.ts';
import { emitThreadMessage } from '../patches/messages.ts';
import { closeWithThread } from '../patches/ports.ts';
import { hasOthers, joinUnheard, rescueAll } from '../patches/workers.ts';
import { isOver, lookAtWorkers, sayIdle } from './hanging.ts';
import { Buffer32, Space } from './hooks.ts';
import { append, endForNow, flush, flushBeforeWait, isRecording, words } from './log.ts';
import { replace } from './replace.ts';
import { endSchedule, scheduleOver } from './schedule.ts';
import { gate } from './steered.ts';
import { forgetViews } from './views.ts';

const PERIOD_MS = 200;

let ended = false;
/** Nothing was left to do, and the program has found nothing since. */
let isDrained = false;

/** The thread's last word. */
function end(): void {
  if (ended) return;
  ended = true;
  if (!threads.isMainThread) closeWithThread();
  if (isRecording()) endLog(isDrained);
  flush();
  if (!threads.isMainThread) isOver();
  if (threads.isMainThread) rescueAll(true);
  if (threads.isMainThread) endSchedule();
  else scheduleOver(words[Buffer32.thread]!);
}

export function installEnding(): void {
  const emit = process.emit as (...args: unknown[]) => boolean;
  Object.defineProperty(process, 'emit', {
    configurable: true,
    writable: true,
    enumerable: false,
    value(this: unknown, ...args: unknown[]) {
      if (args[0] === 'beforeExit' && process.listenerCount('beforeExit') + process.listenerCount('exit') > 0) joinUnheard();
      const native = (all: unknown[]): boolean => Reflect.apply(emit, this, all);
      const result = args[0] === 'workerMessage' ? emitThreadMessage(native, args) : native(args);
      if (args[0] === 'beforeExit') isDrained = isKeptBy(() => false);
      if (args[0] === 'exit') end();
      return result;
    },
  });
  const exits = process as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['reallyExit', 'abort']) {
    const native = exits[name]!;
    exits[name] = function (this: unknown, ...args: unknown[]) {
      end();
      return Reflect.apply(native, this, args);
    };
  }
  const { kill } = process;
  process.kill = (pid, signal) => {
    if (pid === process.pid && signal !== 0) saveAll();
    return kill.call(process, pid, signal);
  };
  if (threads.isMainThread && process.send !== undefined) {
    const { send } = process;
    replace(process, 'send', function (this: unknown, ...args: unknown[]) {
      saveAll();
      hearTermination();
      return Reflect.apply(send, this, args) as boolean;
    });
  }
  // The parent hears of the error before it hears of the exit.
  if (!threads.isMainThread)
    process.on('uncaughtExceptionMonitor', () => append(Raw.send, words[Buffer32.thread]!, Space.error, 0, 0, 0));
  setInterval(saveAll, PERIOD_MS).unref();
  watchSecrets();
}

const { SIGTERM } = os.constants.signals;
let isHearing = false;

/** vitest ends its processes by SIGTERM while workers of the tests may still run, and by SIGKILL if that takes long: here, and nowhere
 * else, it does not hurt that a signal which is listened to waits for its turn. */
function hearTermination(): void {
  if (isHearing || process.env['VITEST_WORKER_ID'] === undefined) return;
  isHearing = true;
  const terminate = (_: unknown, number?: unknown): void => {
    // A test that pretends gives no number; one that listens decides.
    if (number !== SIGTERM || process.listenerCount('SIGTERM') > 1) return;
    process.off('SIGTERM', terminate);
    end();
    process.kill(process.pid, SIGTERM);
  };
  process.on('SIGTERM', terminate);
}

/** The program has taken something off the list of what keeps it running, which may act all the same. */
let isSecretive = false;

/** Whether only other threads of the process could bring this one to do something. Signals and messages of the parent come whatever keeps the process
 * running. What the program prints to waits for nobody. */
function isIdle(): boolean {
  const names = process.eventNames().map(String);
  if (isSecretive || process.channel !== undefined || names.some((name) => name.startsWith('SIG'))) return false;
  return isKeptBy((what) => what === 'MessagePort');
}

/** Whether nothing keeps the thread running but this, and where it prints to. */
function isKeptBy(isThis: (resource: string) => boolean): boolean {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles: () => { fd?: unknown }[] };
  const outputs = handles.call(process).filter(({ fd }) => fd === 1 || fd === 2).length;
  return process.getActiveResourcesInfo().filter((resource) => !isThis(resource)).length === outputs;
}

/** Whoever may act without being on that list says so by `unref`. */
function watchSecrets(): void {
  const timer = setTimeout(() => {}, 0);
  clearTimeout(timer);
  const immediate = setImmediate(() => {});
  clearImmediate(immediate);
  const made = [timer, immediate].map((one) => Object.getPrototypeOf(one) as { unref: () => unknown });
  for (const prototype of [...made, net.Socket.prototype, net.Server.prototype] as { unref: () => unknown }[]) {
    const { unref } = prototype;
    replace(prototype, 'unref', function (this: unknown) {
      isSecretive = true;
      return Reflect.apply(unref, this, []);
    });
  }
}

function saveAll(): void {
  if (ended) return;
  forgetViews();
  if (!threads.isMainThread) {
    flushBeforeWait();
    sayIdle(isIdle());
  } else if (hasOthers()) {
    flushBeforeWait();
    rescueAll(false);
    if (gate !== undefined) sayIdle(isIdle());
    lookAtWorkers(isIdle);
  } else endForNow();
}
