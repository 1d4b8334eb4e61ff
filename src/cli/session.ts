// What a command may do to the world around it: write findings to stdout, remarks to stderr, and know how to colour both.

import { type Colors, colors, wantsColor } from './color.ts';
import type { GlobalValues } from './global-options.ts';

export interface Session {
  readonly lenient: boolean;
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

export function session({ lenient, quiet, color }: GlobalValues): Session {
  const { env, stdout, stderr } = process;
  return {
    lenient,
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
