// The findings, one a row, of one height: only those in view are there, so that ten thousand are as quick as ten.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StackedAccess } from '../../findings/access.ts';
import { sidesOf } from '../../findings/finding.ts';
import { wordsOf } from '../../report/kind-words.ts';
import { headOf } from '../../report/stacks.ts';
import { amount, where } from '../../report/words.ts';
import type { ViewFinding } from '../model/opened.ts';
import { current, opened, openId, shown } from './state.ts';
import { ClaimMark, Name, Place } from './text.tsx';

/** Pixels of a row; the style says the same. */
const ROW = 76;
/** Rows beyond what is in view. */
const BEYOND = 6;

export function FindingsList() {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const rows = shown.value;
  const open = current.value;
  const see = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 800 } = list.current ?? {};
    setView({ top, height });
  };
  useLayoutEffect(see, [rows]);
  useEffect(() => {
    addEventListener('resize', see);
    return () => removeEventListener('resize', see);
  }, []);
  useEffect(() => {
    const at = open === undefined ? -1 : rows.indexOf(open);
    const element = list.current;
    if (element === null || at < 0) return;
    if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
    else if ((at + 1) * ROW > element.scrollTop + element.clientHeight) element.scrollTop = (at + 1) * ROW - element.clientHeight;
  }, [open, rows]);
  const from = Math.max(0, Math.floor(view.top / ROW) - BEYOND);
  const to = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + BEYOND);
  if (rows.length === 0) return <p class="weak empty">{emptyWords(opened.value?.findings ?? [])}</p>;
  return (
    // Room for those that are not there stands in the list, not in what scrolls: that would grow with it.
    <div ref={list} class="findings" onScroll={see}>
      <ul style={{ '--before': `${from * ROW}px`, '--after': `${(rows.length - to) * ROW}px` }}>
        {rows.slice(from, to).map((row) => (
          <Item key={row.finding.id} view={row} isOpen={row === open} />
        ))}
      </ul>
    </div>
  );
}

function placeOf(side: StackedAccess): string {
  return where({ ...side, ...headOf(side) });
}

function Item({ view, isOpen }: { readonly view: ViewFinding; readonly isOpen: boolean }) {
  const { finding, state } = view;
  const { id, variable, claim, places, count } = finding;
  const { one } = wordsOf(finding);
  const [first, second, ...others] = sidesOf(finding);
  return (
    <li>
      <button type="button" class="finding" aria-current={isOpen ? 'true' : undefined} onClick={() => openId(id)}>
        <span class="line">
          <span class="weak">{id}</span>
          <span class="variable">
            {one} <Name text={variable} most={32} />
          </span>
          <ClaimMark claim={claim} />
        </span>
        <span class="line weak">
          <Place text={placeOf(first!)} most={44} />
        </span>
        <span class="line weak">
          <span class="place">
            {second !== undefined && (
              <>
                ↔ <Place text={placeOf(second)} most={36} />
              </>
            )}
          </span>
          {others.length > 0 && <span>+{others.length}</span>}
          {state !== 'new' && <span class="state">{state}</span>}
          {places.length > 1 && <span>{amount(places.length, 'pair')}</span>}
          {count > 1 && <span>{count} ×</span>}
        </span>
      </button>
    </li>
  );
}

/** Why the list is empty. */
function emptyWords(all: readonly ViewFinding[]): string {
  if (all.length === 0) return 'There is no finding.';
  return all.some(({ state }) => state === 'new')
    ? 'No finding fits what is asked for.'
    : 'There is no new finding. Those that are known or suppressed are behind the filters.';
}
