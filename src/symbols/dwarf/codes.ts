// The numbers of DWARF that are read here, by the names of the standard (section 7 of DWARF 5) and of GNU's extensions.

/** Kinds of entries. */
export const Tag = {
  arrayType: 0x01,
  classType: 0x02,
  enumerationType: 0x04,
  formalParameter: 0x05,
  lexicalBlock: 0x0b,
  member: 0x0d,
  pointerType: 0x0f,
  structureType: 0x13,
  subroutineType: 0x15,
  typedef: 0x16,
  unionType: 0x17,
  inheritance: 0x1c,
  inlinedSubroutine: 0x1d,
  subrangeType: 0x21,
  baseType: 0x24,
  constType: 0x26,
  subprogram: 0x2e,
  templateTypeParameter: 0x2f,
  variable: 0x34,
  volatileType: 0x35,
  restrictType: 0x37,
  namespace: 0x39,
  atomicType: 0x47,
} as const;

export const Attribute = {
  sibling: 0x01,
  location: 0x02,
  name: 0x03,
  byteSize: 0x0b,
  bitSize: 0x0d,
  stmtList: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  language: 0x13,
  compDir: 0x1b,
  producer: 0x25,
  upperBound: 0x2f,
  abstractOrigin: 0x31,
  count: 0x37,
  dataMemberLocation: 0x38,
  declFile: 0x3a,
  declLine: 0x3b,
  declaration: 0x3c,
  frameBase: 0x40,
  specification: 0x47,
  type: 0x49,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
  dataBitOffset: 0x6b,
  linkageName: 0x6e,
  strOffsetsBase: 0x72,
  addrBase: 0x73,
  rnglistsBase: 0x74,
  loclistsBase: 0x8c,
  /** What `linkageName` was before DWARF 4. */
  mipsLinkageName: 0x2007,
} as const;

/** How a value is written. */
export const Form = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  indirect: 0x16,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  refSup4: 0x1c,
  strpSup: 0x1d,
  data16: 0x1e,
  lineStrp: 0x1f,
  refSig8: 0x20,
  implicitConst: 0x21,
  loclistx: 0x22,
  rnglistx: 0x23,
  refSup8: 0x24,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
  gnuAddrIndex: 0x1f01,
  gnuStrIndex: 0x1f02,
  gnuRefAlt: 0x1f20,
  gnuStrpAlt: 0x1f21,
} as const;

export const UnitType = { type: 0x02, skeleton: 0x04, splitCompile: 0x05, splitType: 0x06 } as const;

/** Entries of a range list. */
export const RangeEntry = {
  endOfList: 0,
  baseAddressx: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  baseAddress: 5,
  startEnd: 6,
  startLength: 7,
} as const;

/** Opcodes of a line program: the standard ones, and those behind `extended`. */
export const LineOp = {
  extended: 0,
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  constAddPc: 8,
  fixedAdvancePc: 9,
} as const;
export const ExtendedLineOp = { endSequence: 1, setAddress: 2 } as const;

/** What an entry of a line program's folders and files says. */
export const LineContent = { path: 1, directoryIndex: 2 } as const;

/** Operations of a location: an address, its index, the offset of a thread-local variable, and what makes that an address; an offset of a member. */
export const LocationOp = {
  addr: 0x03,
  const4u: 0x0c,
  const8u: 0x0e,
  plusUconst: 0x23,
  /** A register, and a register with an offset: of number 0, those of others follow. */
  reg0: 0x50,
  breg0: 0x70,
  fbreg: 0x91,
  piece: 0x93,
  formTlsAddress: 0x9b,
  callFrameCfa: 0x9c,
  addrx: 0xa1,
  gnuPushTlsAddress: 0xe0,
  gnuAddrIndex: 0xfb,
} as const;

/** Languages whose structs are spoken of as `struct item`. */
export const C_LANGUAGES: ReadonlySet<number> = new Set([0x01, 0x02, 0x0c, 0x1d, 0x2c]);
