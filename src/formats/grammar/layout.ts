// The bytes of a grammar file, version 1, as docs/formats.md specifies them. Sections are framed as in native files.

/** As that of native files, with another name in it. */
export const MAGIC = Uint8Array.of(0x89, 0x53, 0x4c, 0x50, 0x0d, 0x0a, 0x1a, 0x0a);
export const VERSION = 1;

/** Metadata, symbols and the end have the types that they have in native files. */
export const GrammarSection = { terminals: 16, bodies: 17, items: 18 } as const;

/** The `table` of sections of bodies and items: which of the two grammars. */
export const EVENTS = 0;
export const LOCATIONS = 1;

/** Values of a column in one section. */
export const MOST_VALUES = 65_536;

/** Columns per section type: operation, thread, target; items of a body; symbol, low and high half of the repetition. */
export const COLUMNS: Readonly<Record<number, number>> = {
  [GrammarSection.terminals]: 3,
  [GrammarSection.bodies]: 1,
  [GrammarSection.items]: 3,
};
