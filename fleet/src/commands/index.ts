// The one list of commands, in the order of help.

import type { CommandEntry } from 'foretrace/cli';

export const commands: readonly CommandEntry[] = [
  {
    name: 'add',
    group: 'Every day',
    summary: 'add traces of a run to the store',
    load: async () => (await import('./add.ts')).addCommand,
  },
  {
    name: 'work',
    group: 'Every day',
    summary: 'analyse the traces that wait',
    load: async () => (await import('./work.ts')).workCommand,
  },
  {
    name: 'status',
    group: 'Every day',
    summary: 'say how far the analyses are, and how long they will take',
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'findings',
    group: 'Every day',
    summary: 'list each finding once, with its state',
    load: async () => (await import('./findings.ts')).findingsCommand,
  },
  {
    name: 'report',
    group: 'Every day',
    summary: 'report everything, or a part, in any format',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  {
    name: 'compare',
    group: 'Every day',
    summary: 'say what is new and gone from one commit to another',
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  {
    name: 'gate',
    group: 'Every day',
    summary: 'fail if a change has findings that its branch has not',
    load: async () => (await import('./gate.ts')).gateCommand,
  },
  {
    name: 'ignore',
    group: 'Every day',
    summary: 'say that findings are to count no more',
    load: async () => (await import('./ignore.ts')).ignoreCommand,
  },
  {
    name: 'gc',
    group: 'Every day',
    summary: 'remove traces that no finding needs',
    load: async () => (await import('./gc.ts')).gcCommand,
  },
];
