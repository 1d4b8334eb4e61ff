// What is there before a finding is open: how many findings of which file, variable and thread, who looked, and how the locks are nested.

import { lockGraphs } from '../../report/html/lock-graph.ts';
import { wordsOf } from '../../report/kind-words.ts';
import { amount, summary } from '../../report/words.ts';
import { type FacetKind, facets } from '../model/facets.ts';
import type { Opened } from '../model/opened.ts';
import { ask, shown } from './state.ts';
import { ClaimMark, Markup, Name } from './text.tsx';

/** Rows of a list. */
const MOST = 8;

const TITLES: Readonly<Record<FacetKind, string>> = { file: 'By file', variable: 'By variable or lock', thread: 'By thread' };

export function Overview({ page }: { readonly page: Opened }) {
  return (
    <>
      <section class="overview" aria-label="Overview">
        {page.findings.length === 0 ? (
          <Nothing page={page} />
        ) : (
          (Object.keys(TITLES) as FacetKind[]).map((kind) => <Facets key={kind} kind={kind} />)
        )}
      </section>
      <Detectors page={page} />
      <Markup text={lockGraphs(page.result)} />
    </>
  );
}

/** No finding: what was looked for, in what, and whether that was all. */
function Nothing({ page: { result, data } }: { readonly page: Opened }) {
  const { size } = summary(result);
  const isWhole = result.traces.every(({ complete }) => complete);
  const ids = new Set(data.detectors.map(({ id }) => id));
  return (
    <section class="card">
      <h2>{isWhole ? 'Nothing was found' : 'Nothing was found in the part that was seen'}</h2>
      <p>
        {isWhole
          ? `The run was seen whole: ${size}.`
          : `Only a part of the run was seen: ${size}. What is not in it was not looked at, so this is no all-clear.`}
      </p>
      {ids.size > 0 && <p>{amount(ids.size, 'detector')} looked at all of that; what each can tell stands below.</p>}
      <p class="weak">Of code that did not run, and of input that the run did not have, nothing is known.</p>
    </section>
  );
}

function Facets({ kind }: { readonly kind: FacetKind }) {
  const all = facets(shown.value, kind);
  if (all.length === 0) return null;
  const most = all[0]!.count;
  return (
    <section class="card">
      <h2>{TITLES[kind]}</h2>
      <ul class="facets">
        {all.slice(0, MOST).map(({ name, count, claim }) => (
          <li key={name}>
            <button type="button" onClick={() => ask({ [kind]: name }, true)}>
              <Name text={name} most={34} where={kind === 'file' ? 'start' : 'middle'} />
              <span class={`bar ${claim}`} style={{ '--share': count / most }} />
              <b>{count}</b>
            </button>
          </li>
        ))}
      </ul>
      {all.length > MOST && <p class="weak">and {all.length - MOST} more: the search finds them</p>}
    </section>
  );
}

function Detectors({ page }: { readonly page: Opened }) {
  const rows = page.data.detectors;
  if (rows.length === 0) return null;
  return (
    <details class="card detectors" open={page.findings.length === 0}>
      <summary>{amount(new Set(rows.map(({ id }) => id)).size, 'detector')} looked at the run</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">detector</th>
            <th scope="col">claim</th>
            <th scope="col">finds</th>
            <th scope="col" class="number">
              found
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, claim, finds, found, trace, note }) => (
            <tr key={`${id} ${trace}`} title={note}>
              <td>{id}</td>
              <td>
                <ClaimMark claim={claim} />
              </td>
              <td>{wordsOf({ type: finds }).many}</td>
              <td class="number">{found}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
