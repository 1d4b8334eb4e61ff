// What a document says, against what was measured here. The verdict is computed with the sentence, never typed.

export interface Claim {
  readonly document: string;
  /** Undefined where the document claims nothing. */
  readonly holds: boolean | undefined;
  readonly here: string;
}

/** As a list; claims that nothing was measured for are left out. */
export function claimList(claims: readonly (Claim | undefined)[]): string {
  const lines = claims
    .filter((claim) => claim !== undefined)
    .map(({ document, holds, here }) => {
      const verdict = holds === undefined ? 'Beside that' : holds ? 'Agrees' : 'Differs';
      return `- **${verdict}.** ${document} ${here}`;
    });
  return `${lines.join('\n')}\n`;
}
