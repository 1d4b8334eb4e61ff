// One finding by what a person has at hand of it: R1, or the beginning of its fingerprint.

import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import type { Finding } from './finding.ts';

/** As many digits of a fingerprint as reports show. */
const SHORTEST = 6;

/** `entries` are what reports number, `findings` what they are made of. */
export function findFinding(entries: readonly Finding[], findings: readonly Finding[], wanted: string): Finding {
  // As the text report prints it: R1·5f2c9a.
  const [id, digits] = wanted.split('·');
  const byId = entries.find((entry) => entry.id === id!.toUpperCase());
  if (byId?.fingerprint.startsWith(digits ?? '')) return byId;
  const prefix = (digits ?? wanted).toLowerCase();
  if (!/^[0-9a-f]+$/.test(prefix) || prefix.length < SHORTEST)
    throw noSuchFinding(
      wanted,
      entries.map((entry) => entry.id),
    );
  const matching = findings.filter(({ fingerprint }) => fingerprint.startsWith(prefix));
  const [found] = matching;
  if (found === undefined)
    throw usage(
      `no finding has a fingerprint that begins with ${prefix}`,
      'foretrace analyze lists them; with the same detectors',
    );
  if (matching.length > 1) throw usage(`${matching.length} findings have a fingerprint that begins so`, 'say more digits');
  // Under the number of the entry that it is part of.
  const entry = entries.find(({ places }) => places.some(({ fingerprints }) => fingerprints.includes(found.fingerprint)));
  return entry?.fingerprint === found.fingerprint ? entry : { ...found, id: entry?.id ?? found.id };
}

/** `ids` are those that there are, in order. */
export function noSuchFinding(wanted: string, ids: readonly string[]): InputError {
  const [first, last] = [ids[0], ids.at(-1)];
  const range = first === last ? first : `${first} to ${last}`;
  return usage(
    `there is no finding ${quote(wanted)}`,
    first === undefined
      ? 'this trace has no findings'
      : `name it as foretrace analyze does: ${range}, or at least ${SHORTEST} digits of its fingerprint`,
  );
}

function usage(what: string, hint: string): InputError {
  return new InputError('USAGE', {}, what, hint);
}
