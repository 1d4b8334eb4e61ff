// What the kernel writes: bytes behind all that it has taken. Whoever writes asks for room first.

/** Slots of temporaries: addresses of 32 and of 64 bits, then values by type. */
export const ADDRESS: u32 = 0;
const VALUES: u32 = 2;
const I32: u8 = 0x7f;
const I32_CONST: u8 = 0x41;

export let out: usize = 0;
let limit: usize = 0;

export function valueSlot(type: u8): u32 {
  return VALUES + <u32>(I32 - type);
}

/** Goes on writing there. */
export function seek(to: usize): void {
  out = to;
}

/** Room for so many bytes: where there is none, the kernel traps. */
export function room(bytes: usize): void {
  const wanted = <u64>out + bytes + 64;
  if (wanted <= <u64>limit) return;
  const missing = <i32>((wanted + 0xffff) >>> 16) - memory.size();
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0 && memory.grow(missing) < 0) unreachable();
  limit = (<usize>(memory.size() - 1)) << 16;
}

/** @inline */
export function byte(value: u8): void {
  store<u8>(out++, value);
}

/** Bytes of the input. Short pieces by eight at a time, since there is room: a bulk copy is a call out of the kernel. */
export function chunk(from: usize, to: usize): void {
  const length = to - from;
  if (length > 64) memory.copy(out, from, length);
  else for (let i: usize = 0; i < length; i += 8) store<u64>(out + i, load<u64>(from + i));
  out += length;
}

export function u32Leb(value: u32): void {
  let rest = value;
  while (rest >= 0x80) {
    byte(<u8>(rest | 0x80));
    rest >>>= 7;
  }
  byte(<u8>rest);
}

export function const32(value: i32): void {
  byte(I32_CONST);
  let rest = value;
  while (rest < -0x40 || rest >= 0x40) {
    byte(<u8>((rest & 0x7f) | 0x80));
    rest >>= 7;
  }
  byte(<u8>(rest & 0x7f));
}
