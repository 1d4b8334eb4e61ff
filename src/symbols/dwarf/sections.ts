// The sections of debug information that are read, wherever they lie: in ELF files, or in custom sections of WebAssembly modules. One that is
// missing is empty.

export interface DebugSections {
  readonly line: Buffer;
  readonly info: Buffer;
  readonly abbreviations: Buffer;
  readonly strings: Buffer;
  readonly lineStrings: Buffer;
  /** Strings by index, which clang uses. */
  readonly stringOffsets: Buffer;
  readonly addresses: Buffer;
  /** The range lists of DWARF 5, and those of older versions. */
  readonly rangeLists: Buffer;
  readonly ranges: Buffer;
  /** The location lists, likewise. */
  readonly locationLists: Buffer;
  readonly locations: Buffer;
}

/** `bytes` gives a section by its name without `.debug_`. */
export function sectionsBy(bytes: (name: string) => Buffer): DebugSections {
  return {
    line: bytes('line'),
    info: bytes('info'),
    abbreviations: bytes('abbrev'),
    strings: bytes('str'),
    lineStrings: bytes('line_str'),
    stringOffsets: bytes('str_offsets'),
    addresses: bytes('addr'),
    rangeLists: bytes('rnglists'),
    ranges: bytes('ranges'),
    locationLists: bytes('loclists'),
    locations: bytes('loc'),
  };
}
