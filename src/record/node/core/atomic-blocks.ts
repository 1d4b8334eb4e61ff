// Blocks that the program calls atomic (../annotate.ts). A name is a place that has no file, so that the recording has it once.

import { Raw } from '../../../raw/format.ts';
import { append } from './log.ts';
import { sitesOfNames } from './sites.ts';
import { siteOfProgram } from './stack.ts';

const names = new Map<string, number>();

export function enterBlock(name: unknown): void {
  const text = typeof name === 'string' ? name : '';
  let site = names.get(text);
  if (site === undefined) {
    site = sitesOfNames('block', text, [text]);
    names.set(text, site);
  }
  append(Raw.enter, site, 0, 0, siteOfProgram(), 0);
}

export function leaveBlock(): void {
  append(Raw.leave, 0, 0, 0, siteOfProgram(), 0);
}
