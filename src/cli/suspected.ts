// `foretrace confirm --suspected`: what no trace can prove. The program runs once as it is, and then led towards the pairs of places that are only suspected.

import type { analyzingOptions, Prepared } from './analyzing.ts';
import { explore, exploringOptions } from './exploring.ts';
import type { Values } from './option.ts';
import { recordingOptions } from './recording.ts';
import type { Session } from './session.ts';
import { values } from './values.ts';

/** So many runs are led. */
export async function confirmSuspected(
  words: readonly string[],
  { tries, stdin }: { readonly tries: number; readonly stdin?: string | undefined },
  analysis: Values<typeof analyzingOptions>,
  preparation: Prepared,
  session: Session,
): Promise<number> {
  const options = {
    ...values(recordingOptions, {}),
    ...values(exploringOptions, {}),
    runs: tries + 1,
    schedule: 'led' as const,
    screen: 'off',
    updateBaseline: false,
  };
  return explore({ words, options, analysis, preparation, session, onlyLeads: true, input: { file: stdin } });
}
