// The suppressions that are built in: a rule for each of the races in library-races.ts. A finding fits only if both of its accesses are in the
// library's own functions, and on memory that is the library's.

import type { StackedAccess } from './access.ts';
import type { Finding } from './finding.ts';
import { type LibraryAccess, type LibraryRace, libraryRaces } from './library-races.ts';
import type { Rule } from './rule.ts';

export const builtinSuppressions: readonly Rule[] = libraryRaces.map((race) => ({
  line: 0,
  kind: 'built-in',
  pattern: race.name,
  reason: `${race.why}, ${race.reference}`,
  matches: (finding) => isRaceOf(race, finding),
}));

function isRaceOf({ library, pairs, owner }: LibraryRace, finding: Finding): boolean {
  if (finding.known.own) return false;
  const { type, first, second } = finding;
  if (type !== 'race' || first === null || second.stack[0]?.library !== library) return false;
  const at = (access: StackedAccess, wanted: LibraryAccess) => isAt(access, wanted, library);
  const meets = pairs.some(([a, b]) => (at(first, a) && at(second, b)) || (at(first, b) && at(second, a)));
  return meets && (owner === undefined || isOwned(finding, library, owner));
}

function isAt({ op, stack }: StackedAccess, wanted: LibraryAccess, library: string): boolean {
  const { functions, header } = wanted;
  const isCalled = functions.every((name, i) => stack[i]?.function === name && stack[i].library === library);
  return op === wanted.op && isCalled && stack[functions.length - 1]?.file?.endsWith(`/${header}`) === true;
}

/** Whether the memory is a variable in the file of the library, or a block that its function allocated. Blocks may have its name, too: of who allocated them. */
function isOwned({ variable, memory, allocation }: Finding, library: string, owner: string): boolean {
  if (memory === undefined) return false;
  if (memory.block === undefined) return variable.startsWith(`${library}.so`);
  const [allocating] = allocation?.stack ?? [];
  return allocating?.function === owner && allocating.library === library;
}
