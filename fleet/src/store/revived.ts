// A finding as the store has it, back to what reports take.

import { type Finding, Witness } from 'foretrace';

/** With another id. */
export function findingOf(detail: unknown, id: string): Finding {
  const { witness, ...finding } = detail as Finding & {
    readonly witness: readonly (number | readonly [number, number])[] | null;
  };
  return { ...finding, id, trace: 0, witness: witness === null ? null : witnessOf(witness) } as Finding;
}

function witnessOf(written: readonly (number | readonly [number, number])[]): Witness {
  return Witness.ofRuns(Uint32Array.from(written.flatMap((run) => (typeof run === 'number' ? [run, run] : run))));
}
