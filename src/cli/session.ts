// What a command may do to the world around it: write findings to stdout, remarks to stderr, and know how to colour both.

import { type MemoryModel, memoryModels } from '../trace/memory-model.ts';
import { type Colors, colorModes, colors, wantsColor } from './color.ts';
import type { Values } from './option.ts';

export interface Session {
  readonly lenient: boolean;
  /** Instead of what a trace says of itself. */
  readonly memoryModel: MemoryModel | undefined;
  readonly quiet: boolean;
  /** Colours for stdout. */
  readonly colors: Colors;
  /** Colours for stderr. */
  readonly errorColors: Colors;
  /** Findings and whatever else was asked for. */
  print(text: string): void;
  /** Remarks for a person, on stderr; nothing if quiet. */
  remark(text: string): void;
}

export function session({ lenient, memoryModel, quiet, color }: GlobalValues): Session {
  const { env, stdout, stderr } = process;
  return {
    lenient,
    memoryModel,
    quiet,
    colors: colors(wantsColor(color, env, stdout)),
    errorColors: colors(wantsColor(color, env, stderr)),
    print(text) {
      stdout.write(text);
    },
    remark(text) {
      if (!quiet) stderr.write(`${text}\n`);
    },
  };
}

/** The options that every command takes, before or after its name. */
export const globalOptions = {
  lenient: {
    kind: 'flag',
    help: 'repair a broken trace (drop or complete what does not fit) and say what was repaired',
  },
  memoryModel: {
    kind: 'text',
    value: 'model',
    choices: memoryModels,
    help: 'what the volatile writes of a trace order, instead of what it says of itself; java where it says nothing',
  },
  color: { kind: 'text', value: 'when', choices: colorModes, default: 'auto', help: 'colour the output' },
  quiet: { kind: 'flag', short: 'q', help: 'no progress and no remarks on stderr, only errors' },
} as const;

export type GlobalValues = Values<typeof globalOptions>;
