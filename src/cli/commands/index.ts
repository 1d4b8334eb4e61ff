// The one list of commands, in the order of help.

import type { CommandEntry } from '../command.ts';

export const commands: readonly CommandEntry[] = [
  {
    name: 'detectors',
    summary: 'list the detectors: what each reports, how sure it is, what it costs',
    load: async () => (await import('./detectors.ts')).detectorsCommand,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
];
