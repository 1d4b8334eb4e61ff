// The typed trace as the viewer draws it: the recorded run, and the schedule that proves what is wrong with it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { sidesOf } from '../../findings/finding.ts';
import type { Order } from '../../viewer/model/contract.ts';
import { carriedTrace, openedPage, type ViewFinding } from '../../viewer/model/opened.ts';
import { type Row, rowsAt, type ViewTrace } from '../../viewer/model/view-trace.ts';
import { Timeline } from '../../viewer/timeline/timeline.tsx';

interface Shown {
  readonly trace: ViewTrace;
  readonly findings: readonly ViewFinding[];
}

/** `page`: the data of the viewer, as its text. */
export function TypedRun({ page }: { readonly page: string }) {
  const shown = useShown(page);
  return shown === undefined || shown.trace.columns.length === 0 ? null : <Drawn {...shown} />;
}

/** What was shown before stays until the next can be drawn. */
function useShown(page: string): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let isCurrent = true;
    const opened = openedPage(page);
    carriedTrace(opened.data, 0).then((trace) => {
      if (isCurrent && trace !== undefined) setShown({ trace, findings: opened.findings });
    });
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return shown;
}

function Drawn({ trace, findings }: Shown) {
  const [wanted, setWanted] = useState<string>();
  const [order, setOrder] = useState<Order>('recorded');
  const [selected, setSelected] = useState<Row>();
  const view =
    findings.find(({ finding }) => finding.id === wanted) ?? findings.find(({ hasWitness }) => hasWitness) ?? findings[0];
  const finding = view?.finding;
  const marked = useMemo(() => (finding === undefined ? [] : [...rowsOf(trace, finding)]), [trace, finding]);
  const witness = useMemo(
    () => (view?.hasWitness && view.finding.witness ? rowsAt(trace, view.finding.witness) : undefined),
    [trace, view],
  );
  return (
    <>
      <h2 class="unseen">The run</h2>
      {findings.length > 1 && (
        <p>
          <label>
            Finding{' '}
            <select value={finding!.id} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
              {findings.map(({ finding: { id, claim, type, variable } }) => (
                <option key={id} value={id}>
                  {id}: {claim} {type}, {variable}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <Timeline
        trace={trace}
        finding={finding}
        marked={marked}
        witness={witness}
        order={witness === undefined ? 'recorded' : order}
        onOrder={setOrder}
        selected={selected !== undefined && selected < trace.columns.length ? selected : undefined}
        onSelect={setSelected}
        onHover={() => {}}
      />
    </>
  );
}

function rowsOf(trace: ViewTrace, finding: ViewFinding['finding']): Uint32Array {
  return rowsAt(
    trace,
    sidesOf(finding).map(({ index }) => index),
  );
}
