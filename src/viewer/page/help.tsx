// What the keys do, and what the words mean.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../../report/kind-words.ts';
import { claims } from '../../trace/outcome.ts';
import { ClaimMark } from './text.tsx';

export const isHelpOpen = signal(false);

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'search the findings'],
  [['j', 'k'], 'open the next, the previous finding'],
  [['Esc'], 'leave the search, or go back to the overview'],
  [['?'], 'show this'],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <h2>How sure a finding is</h2>
      <dl class="keys">
        {claims.map((claim) => (
          <div key={claim}>
            <dt>
              <ClaimMark claim={claim} />
            </dt>
            <dd>It {wordsOf({ type: 'race' }).meaning[claim]}.</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
