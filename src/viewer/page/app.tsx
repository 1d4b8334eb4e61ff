// The page as a whole: findings on the left, the run in the middle, what is known of a finding on the right.

import { display } from '../../base/quote.ts';
import { MARKERS } from '../../report/lock-graph/svg.ts';
import { leftFolded, summary } from '../../report/words.ts';
import type { Opened } from '../model/opened.ts';
import { Filters } from './filters.tsx';
import { FindingPanel } from './finding-panel.tsx';
import { FindingsList } from './findings-list.tsx';
import { Help, isHelpOpen } from './help.tsx';
import { useKeys } from './keys.ts';
import { Overview } from './overview.tsx';
import { Run } from './run.tsx';
import { current, notice, opened, openId, trouble } from './state.ts';
import { Markup } from './text.tsx';

export function App() {
  useKeys();
  const page = opened.value;
  const view = current.value;
  return (
    <div class={view === undefined ? 'page' : 'page with-finding'}>
      {trouble.value !== undefined && (
        <p class="trouble" role="alert">
          {display(trouble.value)}
        </p>
      )}
      {page === undefined ? <Waiting /> : <Head page={page} />}
      {page !== undefined && (
        <>
          <nav class="left" aria-label="Findings">
            <Filters />
            <FindingsList />
          </nav>
          <main class="middle" id="run">
            {view === undefined && <Overview page={page} />}
            <Run />
          </main>
          {view !== undefined && <FindingPanel key={view.finding.id} view={view} page={page} />}
        </>
      )}
      <p class="unseen" role="status">
        {notice.value}
      </p>
      <Help />
      <Markup text={`<svg class="unseen" width="0" height="0" aria-hidden="true"><defs>${MARKERS}</defs></svg>`} />
    </div>
  );
}

function Waiting() {
  return trouble.value === undefined ? (
    <h1 class="waiting">Reading the findings …</h1>
  ) : (
    <h1 class="waiting">This page cannot be shown</h1>
  );
}

/** Of traces, in the head of the page. */
const MOST_NAMES = 2;

function Head({ page }: { readonly page: Opened }) {
  const { found, size } = summary(page.result);
  const names = page.result.traces.map(({ command, file }) => command ?? file);
  const files = names.join(', ');
  const rest = names.length - MOST_NAMES;
  const shown = rest > 1 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more` : files;
  return (
    <header class="head">
      <div>
        <h1>{display(found)}</h1>
        <p class="weak" title={display(files)}>
          <span class="mono">{display(shown)}</span>: {size}
          {page.data.more > 0 && `; ${page.data.more} more findings are in the other reports (json, text)`}
          {leftFolded(page.data.leftOut).map((words) => `; ${display(words)}`)}
        </p>
      </div>
      <div class="tools">
        {current.value !== undefined && (
          <button type="button" onClick={() => openId(undefined)}>
            Overview
          </button>
        )}
        <button
          type="button"
          aria-label="Keys and help"
          onClick={() => {
            isHelpOpen.value = true;
          }}
        >
          ?
        </button>
      </div>
    </header>
  );
}
