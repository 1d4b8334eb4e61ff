// Blocks that the program calls atomic (../annotate.ts). A name is a place that has no file, so that the recording has it once.

import { OF_FUNCTION, Raw } from '../../../raw/format.ts';
import { append, notAlone } from './log.ts';
import { sitesOfNames } from './sites.ts';
import { siteOfProgram } from './stack.ts';
import { gate } from './steered.ts';

const names = new Map<string, number>();

function siteOfName(name: string): number {
  let site = names.get(name);
  if (site === undefined) {
    site = sitesOfNames('block', name, [name]);
    names.set(name, site);
  }
  return site;
}

export function enterBlock(name: unknown): void {
  notAlone();
  append(Raw.enter, siteOfName(typeof name === 'string' ? name : ''), 0, 0, siteOfProgram(), 0);
  gate?.block(true);
}

export function leaveBlock(): void {
  gate?.block(false);
  append(Raw.leave, 0, 0, 0, siteOfProgram(), 0);
}

/** A visit of a function that is to be atomic. */
interface Visit {
  readonly name: number;
  readonly site: number;
}

/** Those that the thread is in now, the outermost first. */
const visits: Visit[] = [];

function begin(visit: Visit): void {
  notAlone();
  visits.push(visit);
  append(Raw.enter, visit.name, 0, 0, visit.site, OF_FUNCTION);
  gate?.block(true);
}

/** One that threw where it was interrupted has ended already. */
function end(visit: Visit): void {
  if (visits.at(-1) !== visit) return;
  visits.pop();
  gate?.block(false);
  append(Raw.leave, 0, 0, 0, visit.site, 0);
}

/** The hooks of such functions. */
export const visiting = {
  visited: (name: string, site: number): Visit => {
    const visit = { name: siteOfName(name), site };
    begin(visit);
    return visit;
  },
  left: end,
  paused: <T>(visit: Visit, value: T): T => {
    end(visit);
    return value;
  },
  resumed: <T>(visit: Visit, value: T): T => {
    begin(visit);
    return value;
  },
};
