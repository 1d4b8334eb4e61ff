// Which findings are known by others: those of the same fingerprint, and pairs of places that both race on the variable by what is known, each
// with another. Which of the pairs of such places a run shows is up to its schedule; a place that is not known is new.

/** A finding as far as it is needed to know it again. */
export interface Recognized {
  readonly fingerprint: string;
  /** Of each of its two places alone, with the variable; none if one of them is not known. */
  readonly sides: readonly string[];
}

export function knownBy(known: readonly Recognized[]): (finding: Recognized) => boolean {
  const whole = new Set(known.map(({ fingerprint }) => fingerprint));
  const racing = new Set(known.flatMap(({ sides }) => sides));
  return ({ fingerprint, sides }) => whole.has(fingerprint) || (sides.length > 0 && sides.every((side) => racing.has(side)));
}
