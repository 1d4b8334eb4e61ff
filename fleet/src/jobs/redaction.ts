// What is told of code without its names: each name, path and place becomes a short hash, lines and texts of source go. What is equal stays equal. The
// hash is keyed, so that a list of likely names does not find them; fingerprints, which have no key, are what findings are known by.

import { createHmac } from 'node:crypto';
import type { Finding, TraceSummary } from 'foretrace';

/** Not of the code: kinds, claims, operations, what findings are known by. */
const KEPT: ReadonlySet<string> = new Set([
  'id',
  'fingerprint',
  'fingerprints',
  'sides',
  'type',
  'kind',
  'claim',
  'detectors',
  'op',
]);
/** What cannot be told without names, and nobody needs. */
const DROPPED: ReadonlySet<string> = new Set(['text', 'line', 'column', 'file', 'memory', 'known', 'processes', 'tests']);
const DIGITS = 12;

export class Redaction {
  private readonly salt: string;

  constructor(salt: string) {
    this.salt = salt;
  }

  name(name: string): string {
    return name === '' ? '' : `#${createHmac('sha256', this.salt).update(name).digest('hex').slice(0, DIGITS)}`;
  }

  finding(finding: Finding): Finding {
    const { witness } = finding;
    const told = this.part(finding) as Finding;
    return { ...told, witness, reason: 'redacted', processes: [], tests: [] };
  }

  summary({ command: _, ...summary }: TraceSummary): TraceSummary {
    return { ...summary, file: this.name(summary.file) };
  }

  private part(value: unknown): unknown {
    if (typeof value === 'string') return this.name(value);
    if (Array.isArray(value)) return value.map((one) => this.part(one));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => !DROPPED.has(key));
    return Object.fromEntries(entries.map(([key, part]) => [key, KEPT.has(key) ? part : this.part(part)]));
  }
}
