// Whether to colour. The colour library's own guess is not used: it says yes whenever CI is set and looks at stdout only.

import pc from 'picocolors';
import type { Styles } from '../report/text.ts';

export const colorModes = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof colorModes)[number];

export type Colors = ReturnType<typeof pc.createColors>;

/** The flag decides, then NO_COLOR, then FORCE_COLOR, then whether this very stream is a terminal that can. */
export function wantsColor(
  mode: ColorMode,
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): boolean {
  if (mode !== 'auto') return mode === 'always';
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

export function colors(enabled: boolean): Colors {
  return pc.createColors(enabled);
}

/** The mode that a command line asks for, found before it is parsed: errors of parsing obey it too. */
export function colorMode(argv: readonly string[]): ColorMode {
  const at = argv.findIndex((word) => word === '--color' || word.startsWith('--color='));
  const given = argv[at] === '--color' ? argv[at + 1] : argv[at]?.slice('--color='.length);
  return colorModes.find((mode) => mode === given) ?? 'auto';
}

/** The styles of the text report, in the colours of the session. */
export function styles({ bold, dim, red }: Colors): Styles {
  return { strong: bold, weak: dim, alarm: (word) => bold(red(word)) };
}
