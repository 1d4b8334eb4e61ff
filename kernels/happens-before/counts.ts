// How often each rule fired: numbers of 32 bits, since a trace has fewer events. The host names them.

const COUNTS: usize = memory.data(16 * 4, 16);

/** What the order counts, for both detectors; their own come after these. */
export const OWN_LAST: u32 = 0;
export const ALREADY_KNOWN: u32 = 1;
export const JOINS: u32 = 2;
export const OWN_COUNTS: u32 = 3;

export function count(what: u32, more: u32 = 1): void {
  const at = COUNTS + (what << 2);
  store<u32>(at, load<u32>(at) + more);
}

/** Where the host reads them. */
export function counts(): usize {
  return COUNTS;
}
