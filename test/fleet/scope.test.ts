// Which findings a scope has, held to its definition: those that a run of the scope saw; and which of them are new.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Scope, storedFindings } from '../../fleet/src/store/findings.ts';
import { runs as numRuns } from '../runs.ts';
import { addProject, addRun, FINDINGS, storeRun } from './random-runs.ts';
import { newStore, openStore, storeKinds } from './stores.ts';

const commit = fc.constantFrom('aa1', 'aa2', 'b', '');
const branch = fc.constantFrom('main', 'other', 'pull/1', 'pull/2', 'pull/3');
const run = fc.record({ commit, branch, seen: fc.uniqueArray(fc.nat(FINDINGS - 1)) });
const scope: fc.Arbitrary<Scope> = fc.record(
  { commit: fc.constantFrom('aa', 'aa1', 'b', 'c'), branch, exceptCommit: fc.constantFrom('aa', 'aa1', 'b') },
  { requiredKeys: [] },
);

type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

function isOf(one: Run, { commit = '', branch, exceptCommit }: Scope): boolean {
  return one.commit.startsWith(commit) && (branch ?? one.branch) === one.branch && !isExcepted(one, exceptCommit);
}

function isExcepted({ commit }: Run, exceptCommit: string | undefined): boolean {
  return exceptCommit !== undefined && commit.startsWith(exceptCommit);
}

/** Only the commit that it came with has it, or only that run where commits are not known, and nothing newer was run on its branch. */
function isNew(finding: number, all: readonly Run[]): boolean {
  const sights = all.filter(({ seen }) => seen.includes(finding));
  const [first] = sights;
  const newest = all.findLast(({ branch }) => branch === first!.branch);
  const isSame = (one: Run | undefined): boolean => one === first || (one?.commit === first!.commit && one.commit !== '');
  return isSame(sights.at(-1)) && isSame(newest);
}

test.for(storeKinds)('%s', async (kind, context) => {
  const { database } = await openStore(await newStore(kind, context));
  let projects = 0;
  await fc.assert(
    // With many runs a scope of few is asked for otherwise than one of many.
    fc.asyncProperty(
      fc.array(run, { minLength: 1, maxLength: 20 }),
      fc.array(scope, { minLength: 8, maxLength: 8 }),
      async (all, scopes) => {
        const name = `p${projects++}`;
        const project = await addProject(database, name);
        for (const one of all) {
          const id = await addRun(database, project, one);
          await storeRun(database, project, id, { seen: one.seen, places: [], complete: true });
        }
        for (const asked of scopes) {
          const found = await storedFindings({ ...asked, project: name }, database);
          const wanted = new Set(all.filter((one) => isOf(one, asked)).flatMap(({ seen }) => seen.map((n) => `f${n}`)));
          expect(new Set(found.map(({ fingerprint }) => fingerprint))).toEqual(wanted);
          expect(found).toHaveLength(wanted.size);
          for (const { first, last, state, fingerprint } of found) {
            expect(last.getTime()).toBeGreaterThanOrEqual(first.getTime());
            expect(state).toBe(isNew(Number(fingerprint.slice(1)), all) ? 'new' : 'known');
          }
        }
      },
    ),
    numRuns(60, 6),
  );
});
