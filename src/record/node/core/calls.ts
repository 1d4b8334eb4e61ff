// Who called: this thread's contexts and places (docs/recording-format.md), each defined in its log when it is first met.
//
// A stack costs V8 some microseconds, a hundred times what a record costs. So an access has one at the 1st, 2nd, 4th, 8th … time of its
// site. Who calls cannot be asked for less than a stack, so "of its site and caller" is made of what is known anyway: whenever a stack shows that
// the thread is where it never was, all sites begin to count anew.

import { AWAITS, Raw } from '../../../raw/format.ts';
import { countAnew, put } from './log.ts';
import { type Call, callsAround, siteOfLoop } from './stack.ts';

/** By caller and call. */
const contexts = new Map<number, number>();
/** By context and site. */
const places = new Map<number, number>();
/** Both keys are two numbers in one: 53 bits are enough for these. A Map has no room for more contexts; sites are many, every byte of the code of
 * a module of WebAssembly is one. */
const CALLS = 2 ** 29;
const MOST_CONTEXTS = 2 ** 24 - 1;

/** How often the sites begin anew at once; after that at the 2nd, 4th, 8th … new context. */
const RESTARTS = 64;
let restarts = 0;

/** The number of the place that the thread is at, with its calls, or 0 if there is none to be had. */
export function placeOf(site: number, inner = 0): number {
  if (!isKey(site)) return 0;
  const before = contexts.size;
  let context = 0;
  const calls = callsAround(inner);
  if (calls === undefined || contexts.size + calls.length >= MOST_CONTEXTS) return 0;
  // A stack of one frame is a whole one, too.
  if (calls.length === 0) context = contextOf(0, { site: siteOfLoop(), awaits: false });
  for (let i = calls.length - 1; i >= 0; i--) context = contextOf(context, calls[i]!);
  if (contexts.size > before) restart();
  return numberOf(places, context * CALLS + site, () => put(site, Raw.place << 16, context, 0));
}

function isKey(site: number): boolean {
  return site > 0 && site < CALLS / 2;
}

function contextOf(caller: number, { site, awaits }: Call): number {
  if (!isKey(site)) return caller;
  const key = caller * CALLS + site * 2 + Number(awaits);
  return numberOf(contexts, key, () => put(caller, Raw.call << 16, site, (awaits ? AWAITS : 0) << 16));
}

function numberOf(numbers: Map<number, number>, key: number, define: () => void): number {
  let number = numbers.get(key);
  if (number === undefined) {
    define();
    number = numbers.size + 1;
    numbers.set(key, number);
  }
  return number;
}

function restart(): void {
  restarts++;
  if (restarts <= RESTARTS || (restarts & (restarts - 1)) === 0) countAnew();
}
