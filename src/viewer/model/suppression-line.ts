// The line that suppresses a finding, for a file of suppressions. Its reason is still the reader's to say.

import { display } from '../../base/quote.ts';
import { shortened } from '../../base/shortened.ts';
import type { Finding } from '../../findings/finding.ts';
import { wordsOf } from '../../report/kind-words.ts';

/** Characters of a name. */
const NAME = 60;

export function suppressionLine(finding: Finding): string {
  const title = wordsOf(finding).title(shortened(finding.variable, NAME, 'middle'));
  return display(`${finding.type} fingerprint ${finding.fingerprint}  # say why: ${title}`);
}
