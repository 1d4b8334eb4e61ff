// The options that every command takes, before or after its name.

import { colorModes } from './color.ts';
import type { Values } from './option.ts';

export const globalOptions = {
  lenient: {
    kind: 'flag',
    help: 'repair a broken trace (drop or complete what does not fit) and say what was repaired',
  },
  color: { kind: 'text', value: 'when', choices: colorModes, default: 'auto', help: 'colour the output' },
  quiet: { kind: 'flag', short: 'q', help: 'no progress and no remarks on stderr, only errors' },
} as const;

export type GlobalValues = Values<typeof globalOptions>;
