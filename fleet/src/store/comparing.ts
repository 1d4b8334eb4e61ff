// What differs between the runs of two commits, or of a commit and a branch. Findings are known again as baselines know them: by fingerprint, or because
// both places race on the same variable by what is known.

import { difference, type KnownFinding } from 'foretrace';
import type { Sql } from '../database/database.ts';
import { type Scope, type StoredFinding, storedFindings } from './findings.ts';

export interface Compared {
  readonly fresh: readonly StoredFinding[];
  readonly still: readonly StoredFinding[];
  /** `executed`: a complete run of the second executed its places, and did not see it. */
  readonly gone: readonly { readonly finding: StoredFinding; readonly executed: boolean }[];
}

export async function compared(before: Scope, after: Scope, sql: Sql): Promise<Compared> {
  const [old, now] = [await storedFindings(before, sql), await storedFindings(after, sql)];
  // What one project has another may have, too, by the same fingerprint: a library of both.
  const projects = [...new Set([...old, ...now].map(({ project }) => project))];
  const own = (all: readonly StoredFinding[], project: string): StoredFinding[] => all.filter((one) => one.project === project);
  const parts = projects.map((project) => differing(own(old, project), own(now, project)));
  const lost = parts.flatMap(({ gone }) => gone);
  const executed = await executedIn(lost, after, sql);
  return {
    fresh: parts.flatMap(({ fresh }) => fresh),
    still: parts.flatMap(({ still }) => still),
    gone: lost.map((finding) => ({ finding, executed: executed.has(finding.id) })),
  };
}

/** Of one project. */
function differing(
  old: readonly StoredFinding[],
  now: readonly StoredFinding[],
): Record<'fresh' | 'still' | 'gone', readonly StoredFinding[]> {
  const { fresh, gone, still } = difference(old.map(known), now.map(known));
  const of = (all: readonly StoredFinding[], these: readonly KnownFinding[]): StoredFinding[] => {
    const wanted = new Set(these.map(({ fingerprint }) => fingerprint));
    return all.filter(({ fingerprint }) => wanted.has(fingerprint));
  };
  return { fresh: of(now, fresh), still: of(now, still), gone: of(old, gone) };
}

function known({ fingerprint, sides, variable, places }: StoredFinding): KnownFinding {
  return { fingerprint, sides, variable, places };
}

async function executedIn(
  findings: readonly StoredFinding[],
  { project, commit, branch }: Scope,
  sql: Sql,
): Promise<ReadonlySet<number>> {
  const rows = await sql.query<{ id: number }>(
    `WITH sets AS (SELECT DISTINCT s.id, r.project, s.keys FROM foretrace.run r JOIN foretrace.project p ON p.id = r.project
       JOIN foretrace.analysis a ON a.id = r.analysis JOIN foretrace.place_set s ON s.id = a.places
       WHERE r.state = 'done' AND ($2::text IS NULL OR p.name = $2) AND ($3::text IS NULL OR starts_with(r.commit, $3))
       AND ($4::text IS NULL OR r.branch = $4))
     SELECT f.id FROM foretrace.finding f WHERE f.id = ANY($1::text::integer[]) AND cardinality(f.keys) > 0
       AND EXISTS (SELECT FROM sets WHERE sets.project = f.project AND f.keys <@ sets.keys)`,
    [`{${findings.map(({ id }) => id).join(',')}}`, project ?? null, commit ?? null, branch ?? null],
  );
  return new Set(rows.map(({ id }) => id));
}
