// A finding as the store has it, back to what reports take.

import { type Finding, Witness } from 'foretrace';
import { notKnown } from 'foretrace/cli';

/** With another id. */
export function findingOf(detail: unknown, id: string): Finding {
  const { witness, ...finding } = detail as Finding & {
    readonly witness: readonly (number | readonly [number, number])[] | null;
  };
  const revived = { id, trace: 0, known: notKnown, witness: witness === null ? null : witnessOf(witness) };
  return { ...finding, ...revived } as Finding;
}

function witnessOf(written: readonly (number | readonly [number, number])[]): Witness {
  return Witness.ofRuns(Uint32Array.from(written.flatMap((run) => (typeof run === 'number' ? [run, run] : run))));
}
