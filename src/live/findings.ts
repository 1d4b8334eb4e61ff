// What was found so far, over all windows: each finding once.

import type { Finding } from '../findings/finding.ts';
import { joined } from '../findings/grouping.ts';
import { claims } from '../trace/outcome.ts';

export class LiveFindings {
  private readonly known = new Map<string, Finding>();

  /** Those that were not known. `window`: the number of the window that shows them, which takes the place of their trace. */
  add(findings: readonly Finding[], window: number): Finding[] {
    const fresh: Finding[] = [];
    for (const finding of findings) {
      const before = this.known.get(finding.fingerprint);
      const found = { ...finding, trace: window };
      if (before === undefined) fresh.push(found);
      this.known.set(finding.fingerprint, before === undefined ? found : both(before, found));
    }
    return fresh;
  }

  /** The window that shows a finding as it is told. */
  windowOf(fingerprint: string): number | undefined {
    return this.known.get(fingerprint)?.trace;
  }

  all(): Finding[] {
    return [...this.known.values()];
  }
}

/** The stronger is told. */
function both(one: Finding, other: Finding): Finding {
  const isWeaker = claims.indexOf(one.claim) > claims.indexOf(other.claim);
  return joined(isWeaker ? [other, one] : [one, other], ({ fingerprint }, has) => has(0, fingerprint))[0]!;
}
