// The middle of the page: the run, a lane per thread, and the schedule that proves the open finding; and what can be asked of them.

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { TimelineProps } from '../model/contract.ts';
import { runOf } from '../model/run.ts';
import type { Row } from '../model/view-trace.ts';
import { whatIf as answered } from '../model/what-if.ts';
import { Chart } from './chart.tsx';
import { EventList } from './event-list.tsx';
import { OrderPanel } from './order-panel.tsx';
import type { Picture } from './picture.ts';
import { recordedPicture, type Scope, schedulePicture, storyOf, unfolded } from './pictures.ts';
import { StepPanel, stepped } from './step-panel.tsx';
import { SwapPanel } from './swap-panel.tsx';
import { Tabs } from './tabs.tsx';
import { Toolbar, type View } from './toolbar.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

/** Where there is less room, the two orders do not fit above each other. */
const NARROW = '(max-width: 700px), (max-height: 560px)';

export function Timeline(props: TimelineProps) {
  const { trace, finding, marked, witness, order, onOrder, selected, onSelect, onHover, whatIf = answered } = props;
  const run = useMemo(() => runOf(trace, trace.positions !== undefined), [trace]);
  const rows = marked.join();
  // The rows of a finding are the same as long as their numbers are.
  const story = useMemo(() => storyOf(trace, run, finding, marked, witness), [trace, run, finding, rows]);
  const [both, setBoth] = useState(true);
  const [scope, setScope] = useState<Scope>('finding');
  const [wantedLocks, setLocks] = useState<readonly number[]>([]);
  const [open, setOpen] = useState<ReadonlySet<Row>>(new Set());
  const [other, setCompared] = useState<Row>();
  const [picking, setPicking] = useState(false);
  // What was chosen in a trace that has changed since may not be there any more.
  const { length, bounds } = trace.columns;
  const locks = useMemo(() => wantedLocks.filter((lock) => lock < bounds.locks), [wantedLocks, bounds.locks]);
  const compared = other !== undefined && other < length ? other : undefined;
  const shown = useMemo(
    () => ({ scope: marked.length === 0 ? 'all' : scope, locks, open: new Set([...open].filter((row) => row < length)) }),
    [scope, locks, open, marked.length, length],
  );
  const recorded = useMemo(() => recordedPicture(story, shown), [story, shown]);
  const schedule = useMemo(() => schedulePicture(story, shown), [story, shown]);

  useEffect(() => {
    setCompared(undefined);
    setPicking(false);
    setOpen(new Set());
  }, [finding?.id, trace]);
  useEffect(() => {
    // What is proven by a schedule is not argued against by the recorded order: both are shown, or the proof where there is room for one.
    setBoth(!matchMedia(NARROW).matches);
    if (schedule !== undefined && matchMedia(NARROW).matches) onOrder('witness');
  }, [finding?.id]);

  const select = useCallback(
    (row: Row | undefined) => {
      if (picking && row !== undefined) {
        setCompared(row);
        setPicking(false);
      } else onSelect(row);
    },
    [picking, onSelect],
  );
  const view: View = schedule === undefined ? 'recorded' : both ? 'both' : order;
  const current: Picture = view !== 'recorded' && schedule !== undefined ? schedule : recorded;
  const setView = (next: View): void => {
    setBoth(next === 'both');
    if (next !== 'both') onOrder(next);
  };
  const keys = (key: string): boolean => {
    if (key === ']' || key === '[') {
      const row = stepped(current, selected, key === ']' ? 1 : -1);
      if (row !== undefined) onSelect(row);
    } else if (key === 'c') setPicking(!picking);
    else if (key === 'o' && schedule !== undefined) setView(view === 'witness' ? 'recorded' : 'witness');
    else return false;
    return true;
  };
  const common = { trace, selected, compared, onSelect: select, onCompare: setCompared, onHover, onKey: keys };
  const unfold = (picture: Picture) => (from: number) => setOpen(unfolded(open, picture, from));
  return (
    <section class="timeline" aria-label="Timeline">
      <Toolbar
        view={view}
        hasWitness={schedule !== undefined}
        onView={setView}
        scope={shown.scope}
        hasFinding={marked.length > 0}
        onScope={setScope}
        run={run}
        threads={story.focus.threads}
        locks={locks}
        onLocks={setLocks}
      />
      <div class={view === 'both' ? 'charts two' : 'charts'}>
        {view === 'both' ? (
          <>
            <Chart {...common} key="recorded" title="As it was recorded" picture={recorded} onUnfold={unfold(recorded)} />
            <Chart
              {...common}
              key="witness"
              title="The witness: a run with this mistake"
              picture={schedule!}
              onUnfold={unfold(schedule!)}
            />
          </>
        ) : (
          <Chart
            {...common}
            key="one"
            title={view === 'witness' ? 'The witness: a run with this mistake' : 'As it was recorded'}
            picture={current}
            onUnfold={unfold(current)}
          />
        )}
      </div>
      <Tabs
        tabs={[
          {
            id: 'order',
            title: 'Event and order',
            body: (
              <OrderPanel
                trace={trace}
                picture={recorded}
                finding={finding}
                selected={selected}
                compared={compared}
                picking={picking}
                onPick={() => setPicking(!picking)}
                onSelect={onSelect}
                onClear={() => setCompared(undefined)}
              />
            ),
          },
          {
            id: 'steps',
            title: 'Step',
            body: <StepPanel trace={trace} picture={current} selected={selected} onSelect={onSelect} />,
          },
          ...(story.swaps === undefined
            ? []
            : [{ id: 'swaps', title: 'What was swapped', body: <SwapPanel swaps={story.swaps} onSelect={onSelect} /> }]),
          ...(finding === undefined || marked.length === 0
            ? []
            : [
                {
                  id: 'what-if',
                  title: 'What if',
                  body: (
                    <WhatIfPanel
                      key={finding.id}
                      trace={trace}
                      run={run}
                      finding={finding}
                      threads={story.focus.threads}
                      marked={marked}
                      selected={selected}
                      ask={whatIf}
                    />
                  ),
                },
              ]),
          {
            id: 'events',
            title: 'List',
            body: <EventList trace={trace} picture={current} selected={selected} onSelect={onSelect} />,
          },
        ]}
      />
    </section>
  );
}
