// One finding by what a person has at hand of it: R1, or the beginning of its fingerprint.

import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import type { Finding } from './finding.ts';

/** As many digits of a fingerprint as reports show. */
const SHORTEST = 6;

export function findFinding(findings: readonly Finding[], wanted: string): Finding {
  const fail = (what: string, hint: string): never => {
    throw new InputError('USAGE', {}, what, hint);
  };
  // As the text report prints it: R1·5f2c9a.
  const [id, digits] = wanted.split('·');
  const byId = findings.find((finding) => finding.id === id!.toUpperCase());
  if (byId?.fingerprint.startsWith(digits ?? '')) return byId;
  const prefix = (digits ?? wanted).toLowerCase();
  if (!/^[0-9a-f]+$/.test(prefix) || prefix.length < SHORTEST)
    fail(
      `there is no finding ${quote(wanted)}`,
      findings.length === 0
        ? 'this trace has no findings'
        : `name it as foretrace analyze does: R1 to R${findings.length}, or at least ${SHORTEST} digits of its fingerprint`,
    );
  const matching = findings.filter(({ fingerprint }) => fingerprint.startsWith(prefix));
  if (matching.length > 1)
    fail(
      `${matching.length} findings have a fingerprint that begins so`,
      `say more digits, or one of ${matching
        .map((f) => f.id)
        .slice(0, 10)
        .join(', ')}`,
    );
  return (
    matching[0] ??
    fail(`no finding has a fingerprint that begins with ${prefix}`, 'foretrace analyze lists them; with the same detectors')
  );
}
