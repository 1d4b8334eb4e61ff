// Names for temporary things that say whose they are, so that what a killed process left can be removed by the next. A process id
// alone comes again, and means nothing in another container or on another machine that shares the disk: the mark has the boot, the
// pid namespace and the start of the process, too. Where the system does not tell them (no Linux), nothing is ever called gone.

import { readFileSync, readlinkSync } from 'node:fs';

const MARK = /^([0-9a-f]+)-(\d+)-(\d+)(?=[-.]|$)/;

/** `MACHINE-PID-START`, for use in a name behind a `-` or `.`, and before one. */
export function processMark(): string {
  return `${machine() ?? '0'}-${process.pid}-${startOf(process.pid) ?? 0}`;
}

/** Whether the text begins with the mark of a process of this machine that is over. */
export function isOfDeadProcess(text: string): boolean {
  const [, , pid, start] = MARK.exec(text) ?? [];
  return isOfThisMachine(text) && String(startOf(Number(pid)) ?? '') !== start;
}

/** Whether it begins with the mark of a process of this boot of this machine or container: only of those is it known whether they are over. */
export function isOfThisMachine(text: string): boolean {
  const where = MARK.exec(text)?.[1];
  return where !== undefined && where === machine();
}

/** When the process started, in milliseconds as Date.now() has them, give or take a second; undefined if it is over. */
export function startTime(pid: number): number | undefined {
  const ticks = startOf(pid);
  if (ticks === undefined) return undefined;
  const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1];
  return boot === undefined ? undefined : Number(boot) * 1000 + (ticks * 1000) / TICKS;
}

/** In a second: the same on every Linux. */
const TICKS = 100;

/** This boot of this machine or container. */
function machine(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')
      .replace(/[^0-9a-f]/g, '')
      .slice(0, 12);
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))![0];
    return boot + Number(namespace).toString(16);
  } catch {
    return undefined;
  }
}

/** When the process started, in ticks since the boot; undefined if there is none, or nobody has heard yet that it is over. */
export function startOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes in brackets and may hold anything.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : Number(fields[19]);
  } catch {
    return undefined;
  }
}
