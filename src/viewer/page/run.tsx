// The run of the open finding, or of the first trace: hands the timeline what it draws.

import { useMemo } from 'preact/hooks';
import { sidesOf } from '../../findings/finding.ts';
import { positionOf, rowsAt, type ViewTrace } from '../model/view-trace.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { ask, current, hovered, opened, query, selected, trace } from './state.ts';
import { askWorker } from './what-if-worker.ts';

export function Run() {
  const events = trace.value;
  if (events === undefined) return <p class="weak waiting">Reading the events of the run …</p>;
  if (events === null || events.columns.length === 0) return <Absent />;
  return <Drawn events={events} />;
}

function Absent() {
  const { data, findings } = opened.value!;
  if (current.value === undefined && findings.some(({ part }) => data.parts[part]))
    return <p class="weak waiting">This page has the stretches of the run that show findings: open one to see it.</p>;
  return (
    <p class="weak waiting">
      The events of this run are not in this page. <code>foretrace view</code> with the trace shows them.
    </p>
  );
}

function Drawn({ events }: { readonly events: ViewTrace }) {
  const view = current.value;
  const finding = view?.finding;
  const marked = useMemo(
    () =>
      finding === undefined
        ? []
        : [
            ...rowsAt(
              events,
              sidesOf(finding).map(({ index }) => index),
            ),
          ],
    [events, finding],
  );
  const witness = useMemo(
    () => (view?.hasWitness && finding?.witness ? rowsAt(events, finding.witness) : undefined),
    [events, view, finding],
  );
  return (
    <>
      <h2 class="unseen">The run</h2>
      <Timeline
        trace={events}
        finding={finding}
        marked={marked}
        witness={witness}
        order={witness === undefined ? 'recorded' : query.value.order}
        onOrder={(order) => ask({ order })}
        selected={selected.value}
        onSelect={(row) => ask({ event: row === undefined ? undefined : positionOf(events, row) })}
        onHover={(row) => {
          hovered.value = row;
        }}
        whatIf={askWorker}
      />
    </>
  );
}
