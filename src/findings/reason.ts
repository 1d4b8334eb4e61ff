// Why the two accesses are a race, in one sentence.

import type { Claim } from '../trace/outcome.ts';
import type { Access } from './access.ts';
import type { Naming } from './naming.ts';

export function reason(
  claim: Claim,
  first: Access | null,
  second: Access,
  witness: { readonly length: number } | null,
  name: Naming = String,
): string {
  if (second.locksUnknown) return unordered(claim, first);
  if (first === null) return `${holding(second, name)}; an earlier access by another thread is unordered with this one`;
  const locks = protection(first, second, name);
  switch (claim) {
    case 'confirmed':
      return `${locks}, and in a run of the program both threads stood before these accesses at the same moment`;
    case 'observed':
      return `${locks}, and nothing else orders the two in this run`;
    case 'predicted':
      return witness === null
        ? `${locks}, and another schedule of this run can have them side by side`
        : `${locks}, and another schedule of this run has them side by side (witness of ${witness.length} events)`;
    case 'suspected':
      return `${locks}; other synchronisation may still order the two`;
  }
}

/** Where locks are not known. */
function unordered(claim: Claim, first: Access | null): string {
  if (first === null) return 'an earlier access by another thread is unordered with this one';
  return claim === 'observed' ? 'nothing orders the two in this run' : 'another schedule may have them side by side';
}

/** What the locks of the two do not do. */
function protection(first: Access, second: Access, name: Naming): string {
  const common = first.locks.filter((lock) => second.locks.includes(lock));
  const isReader = (lock: string, { shared = [] }: Access) => shared.includes(lock);
  if (common.length > 0 && common.every((lock) => isReader(lock, first) && isReader(lock, second)))
    return `both hold ${common.map(name).join(', ')}, but only as readers`;
  if (first.locks.length + second.locks.length === 0) return 'neither holds a lock';
  const both = `${holding(first, name)}, ${holding(second, name)}`;
  return common.length === 0 ? `${both}: no lock in common` : `${both}: the lock in common does not keep them apart`;
}

function holding({ thread, locks, shared = [] }: Access, name: Naming): string {
  const names = locks.map((lock) => (shared.includes(lock) ? `${name(lock)} as a reader` : name(lock)));
  return `${name(thread)} holds ${names.length === 0 ? 'nothing' : names.join(', ')}`;
}
