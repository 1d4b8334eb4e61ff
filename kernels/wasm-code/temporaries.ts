// The locals that a function gets for addresses and values, one per type and use, numbered as they are first needed.

const SLOTS: u32 = 7;
const FIRST_VALUE: u32 = 2;

let first: u32 = 0;
/** How many the function has. */
export let temporaries: u32 = 0;
/** By slot: the local and 1, or 0; behind them the types in the order of the locals. */
const locals = memory.data(64);
const types = memory.data(8);

/** A function that has so many locals. */
export function startLocals(count: u32): void {
  first = count;
  if (temporaries === 0) return;
  memory.fill(locals, 0, 4 * SLOTS);
  temporaries = 0;
}

export function localOf(slot: u32): u32 {
  const known = load<u32>(locals + 4 * slot);
  if (known !== 0) return known - 1;
  const local = first + temporaries;
  store<u32>(locals + 4 * slot, local + 1);
  store<u8>(types + temporaries, typeOf(slot));
  temporaries++;
  return local;
}

/** The type of the temporary that came so late. */
export function temporary(number: u32): u8 {
  return load<u8>(types + number);
}

function typeOf(slot: u32): u8 {
  return slot < FIRST_VALUE ? <u8>(0x7f - slot) : <u8>(0x7f - (slot - FIRST_VALUE));
}
