// Findings that come from a file: reports that anybody may have written or touched. What the page would stumble over is refused here, in one place, so that
// a broken file gives one clear line and not half a page.

import { claims, findingTypes } from '../../trace/outcome.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isAbsent: Check = (value) => value === undefined;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const someOf =
  (check: Check): Check =>
  (value) =>
    listOf(check)(value) && (value as readonly unknown[]).length > 0;
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
/** What passed once passes again: parts of a page are shared by thousands of findings. */
const fields = (checks: Readonly<Record<string, Check>>): Check => {
  const entries = Object.entries(checks);
  const passed = new WeakSet<object>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    if (passed.has(value)) return true;
    for (const [key, check] of entries) if (!check((value as Fields)[key])) return false;
    passed.add(value);
    return true;
  };
};

const isFrame = fields({
  location: isText,
  function: either(isAbsent, isText),
  file: either(isAbsent, isText),
  line: either(isAbsent, isCount),
  library: either(isAbsent, isText),
});
const isStack = listOf(isFrame);
const isTaken = fields({ lock: isText, location: isText, stack: isStack });
const isAccess = fields({
  index: isCount,
  thread: isText,
  op: isText,
  location: isText,
  target: either(isAbsent, isText),
  text: either(isAbsent, isText),
  locks: listOf(isText),
  shared: either(isAbsent, listOf(isText)),
  stack: isStack,
  taken: listOf(isTaken),
});
/** It waits for something. */
const isStep: Check = (value) => isAccess(value) && isText((value as Fields)['target']);
const isFork = fields({ thread: isText, by: isText, index: isCount, location: isText, stack: isStack });
const isPair = fields({ first: either((value) => value === null, isText), second: isText, kind: isText, count: isCount });
const isBlock = fields({ bytes: isCount, offset: isCount });
const isFindingOfAnyType = fields({
  id: isText,
  fingerprint: isText,
  type: (value) => findingTypes.some((type) => type === value),
  variable: isText,
  kind: isText,
  claim: (value) => claims.some((claim) => claim === value),
  detectors: listOf(isText),
  count: isCount,
  first: either((value) => value === null, isAccess),
  second: isAccess,
  reason: isText,
  forks: listOf(isFork),
  allocation: either(isAbsent, fields({ thread: either(isAbsent, isText), location: isText, stack: isStack })),
  memory: either(isAbsent, fields({ address: isText, bytes: isCount, block: either(isAbsent, isBlock) })),
  variables: listOf(isText),
  places: listOf(isPair),
  processes: listOf(isText),
  tests: listOf(isText),
  trace: isCount,
  part: either(isAbsent, isCount),
});
const OF_TYPE: Readonly<Record<string, Check>> = {
  deadlock: fields({ cycle: someOf(isStep) }),
  atomicity: fields({ cut: someOf(isAccess) }),
};

/** Whether the page can show it. */
export function isShowable(value: unknown): boolean {
  return isFindingOfAnyType(value) && (OF_TYPE[(value as { type: string }).type]?.(value) ?? true);
}

/** Whether it tells of a trace. */
export const isTraceSummary: Check = fields({
  file: isText,
  events: isCount,
  threads: isCount,
  locks: isCount,
  variables: isCount,
  complete: (value) => typeof value === 'boolean',
  command: either(isAbsent, isText),
});

/** Whether it tells of a detector, in a report or in a page. */
export const isDetector: Check = fields({
  id: isText,
  claim: (value) => claims.some((claim) => claim === value),
  finds: (value) => findingTypes.some((type) => type === value),
  counters: (value) => typeof value === 'object' && value !== null,
});

/** Positions of a schedule, as the contract writes them. */
export const isWitness: Check = listOf(
  either(isCount, (value) => Array.isArray(value) && value.length === 2 && value.every(isCount)),
);
