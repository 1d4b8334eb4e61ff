// What this agent holds of Web Locks and what it waits for. A section is the callback of one request: it lasts until its promise settles, and other
// code of the agent runs meanwhile. So a request does not hold up what the agent holds, as the acquire of a thread does, unless the callback that
// holds it is known to await the request; and an agent that waits may be one that has merely not been called back.

export interface LockMode {
  readonly low: number;
  readonly high: number;
  readonly isShared: boolean;
}

/** A request for a lock. */
export interface LockRequest extends LockMode {
  readonly site: number;
  /** The section whose code made it, or what that started; undefined outside of all. */
  readonly within: Section | undefined;
  /** The callback of `within` stands at an `await` of just this request. */
  readonly isAwaited: boolean;
  /** Which request it is in the text, 0 if that is not known. */
  readonly text: number;
}

/** A request that was granted, and whose callback is not over. */
export type Section = LockRequest;

const open = new Set<Section>();
const pending = new Set<LockRequest>();

/** The innermost section that is not over, of one that the present code belongs to. */
export function openAround(section: Section | undefined): Section | undefined {
  let at = section;
  while (at !== undefined && !open.has(at)) at = at.within;
  return at;
}

export function ask(request: LockRequest): void {
  pending.add(request);
}

export function answered(request: LockRequest): void {
  pending.delete(request);
}

export function enter(section: Section): void {
  open.add(section);
}

export function leave(section: Section): boolean {
  return open.delete(section);
}

/** The sections that last until the request is answered: each awaits the next, and the last one the request. */
export function heldUp({ within, isAwaited }: LockRequest): ReadonlySet<Section> {
  const held = new Set<Section>();
  for (let at = isAwaited ? within : undefined; at !== undefined; at = at.isAwaited ? at.within : undefined) held.add(at);
  return held;
}

/** Whether all that the agent holds is held until the request is answered. */
export function holdsUpAll(request: LockRequest): boolean {
  const held = heldUp(request);
  return [...open].every((section) => held.has(section));
}

/** What is open when the agent ends: its end gives that up. */
export function leftOpen(): readonly Section[] {
  return [...open];
}

/**
 * What the agent waits for when nothing is left that it could do. Either a request that waits for a section which waits for it, all of this
 * agent; or, of an agent whose sections all wait for one request, that request.
 */
export function waitedForAtEnd(): LockRequest | undefined {
  const inside = [...pending].filter(({ within }) => within !== undefined && open.has(within));
  const circular = inside.find((request) => awaits(request).has(request.within!));
  if (circular !== undefined || inside.length !== 1) return circular;
  const around = new Set<Section>();
  for (let at = inside[0]!.within; at !== undefined; at = at.within) around.add(at);
  return [...open].every((section) => around.has(section)) ? inside[0] : undefined;
}

/** The sections of this agent that must end before the request is granted. */
function awaits(request: LockRequest): Set<Section> {
  const found = new Set<Section>();
  const next = [...open].filter((section) => excludes(section, request));
  for (const section of next) {
    if (found.has(section)) continue;
    found.add(section);
    next.push(...[...open].filter(({ within }) => within === section));
    for (const inner of pending) if (inner.within === section) next.push(...[...open].filter((other) => excludes(other, inner)));
  }
  return found;
}

function excludes(section: LockMode, { low, high, isShared }: LockMode): boolean {
  return section.low === low && section.high === high && !(section.isShared && isShared);
}
