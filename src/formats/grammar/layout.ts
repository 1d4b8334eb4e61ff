// The bytes of a grammar file, version 1, as docs/formats.md specifies them. Sections are framed and packed as in native files.

/** As that of native files, with another name in it. */
export const MAGIC = Uint8Array.of(0x89, 0x53, 0x4c, 0x50, 0x0d, 0x0a, 0x1a, 0x0a);
export const VERSION = 1;

/**
 * Metadata, symbols and the end have the types that they have in native files. Grammars are tokens; those of bodies and items are read, too. The sections
 * of an outline may be skipped by a reader that does not know them.
 */
export const GrammarSection = {
  ...{ terminals: 16, bodies: 17, items: 18, alphabet: 19, tokens: 20 },
  ...{ outlineAlphabet: 160, outlineTokens: 161, blocks: 162, ballast: 163 },
} as const;

/** The `table` of sections of bodies, items and tokens: which of the two grammars. */
export const EVENTS = 0;
export const LOCATIONS = 1;

/** Values of a column in one section. */
export const MOST_VALUES = 65_536;

/** A file has no more tokens, terminals and variables in blocks than this, or than these for each of its bytes: more would be there to fill the memory. */
export const FREE_VALUES = 2 ** 24;
export const VALUES_PER_BYTE = 64;

/**
 * Columns per section type: operation, thread, target; items of a body; symbol, low and high half of the repetition; those of alphabets.ts; blocks. Tokens
 * have those of tokens.ts, which are not of one length.
 */
export const COLUMNS: Readonly<Record<number, number>> = {
  [GrammarSection.terminals]: 3,
  [GrammarSection.bodies]: 1,
  [GrammarSection.items]: 3,
  [GrammarSection.alphabet]: 2,
  [GrammarSection.outlineAlphabet]: 2,
  [GrammarSection.blocks]: 1,
};
