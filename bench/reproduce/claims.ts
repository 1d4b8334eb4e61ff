// What a document says, against what was measured here. The verdict is computed with the sentence, never typed.

export interface Claim {
  readonly document: string;
  /** Undefined where the document claims nothing. */
  readonly holds: boolean | undefined;
  readonly here: string;
}

const VERDICTS = { agrees: 'Agrees', differs: 'Differs', beside: 'Beside that' } as const;

/** As a list; claims that nothing was measured for are left out. */
export function claimList(claims: readonly (Claim | undefined)[]): string {
  const lines = claims
    .filter((claim) => claim !== undefined)
    .map(({ document, holds, here }) => {
      const verdict = holds === undefined ? VERDICTS.beside : holds ? VERDICTS.agrees : VERDICTS.differs;
      return `- **${verdict}.** ${document} ${here}`;
    });
  return `${lines.join('\n')}\n`;
}

/** How many claims of a list, or of a text with such lists, agree and differ. */
export function countVerdicts(text: string): { agree: number; differ: number } {
  const count = (verdict: string) => text.split(`\n- **${verdict}.** `).length - 1;
  return { agree: count(VERDICTS.agrees), differ: count(VERDICTS.differs) };
}
