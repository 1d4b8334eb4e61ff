// The keys of the page.

import { useEffect } from 'preact/hooks';
import { isHelpOpen } from './help.tsx';
import { ask, current, openId, query, shown } from './state.ts';

export const SEARCH = 'search';

export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isHelpOpen.value) return;
  const { target, key } = event;
  if (target instanceof HTMLElement && target.matches('input, select, textarea')) {
    if (key === 'Escape' && target.id === SEARCH) {
      ask({ words: '' });
      target.blur();
    }
    return;
  }
  if (key === '/') {
    event.preventDefault();
    const box = document.getElementById(SEARCH) as HTMLInputElement | null;
    box?.focus();
    box?.select();
  } else if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else if (key === '?') isHelpOpen.value = true;
  else if (key === 'Escape' && query.value.finding !== undefined) openId(undefined);
}

/** Opens the next one of those that are shown, or the first, or the last. */
function move(by: 1 | -1): void {
  const list = shown.value;
  const at = current.value === undefined ? -1 : list.indexOf(current.value);
  const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by];
  if (next !== undefined) openId(next.finding.id);
}
