// The bytes that the text formats are written with, and small searches within a range of bytes.

export const NUL = 0x00;
export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const HASH = 0x23;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const COMMA = 0x2c;
export const AT = 0x40;
export const PIPE = 0x7c;

/** The index of a byte within bytes[start..end), or -1. */
export function indexIn(bytes: Uint8Array, byte: number, start: number, end: number): number {
  for (let i = start; i < end; i++) if (bytes[i] === byte) return i;
  return -1;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** The first index from `start` on that is not blank, at most `end`. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && isBlank(bytes[i])) i++;
  return i;
}

/** A short word as a string, byte by byte; what is not ASCII can never equal a known word, so it need not be decoded. */
export function asciiWord(bytes: Uint8Array, start: number, end: number): string {
  let word = '';
  for (let i = start; i < end; i++) word += String.fromCharCode(bytes[i]!);
  return word;
}
