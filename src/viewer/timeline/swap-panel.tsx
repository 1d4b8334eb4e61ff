// What the witness does otherwise than the recorded run, and why it may.

import type { Swaps } from '../model/swaps.ts';
import type { Row } from '../model/view-trace.ts';

export interface SwapPanelProps {
  readonly swaps: Swaps;
  onSelect(row: Row): void;
}

const MOST = 40;

export function SwapPanel({ swaps: { swaps, sentences }, onSelect }: SwapPanelProps) {
  return (
    <div class="panel-body">
      {swaps.length > 0 && <h3>Sections that change places</h3>}
      <ol class="swaps">
        {swaps.slice(0, MOST).map(({ now, before, words, why }) => (
          <li key={`${now} ${before}`}>
            <button type="button" class="link" onClick={() => onSelect(now)}>
              {words}
            </button>
            <ul>
              {why.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {swaps.length > MOST && <p>{swaps.length - MOST} more pairs change places.</p>}
      {sentences.length > 0 && <h3>Why this is a run that the program could have had</h3>}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
