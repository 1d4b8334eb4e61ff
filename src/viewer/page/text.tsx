// Names on the page. They come from recordings: what could reorder or hide text is shown as an escape.

import { display } from '../../base/quote.ts';
import { type Ellipsis, shortened } from '../../base/shortened.ts';
import { shortPlace } from '../../report/words.ts';
import type { Claim } from '../../trace/outcome.ts';

/** A name in at most `most` characters; the whole is told by the pointer. */
export function Name({
  text,
  most = 60,
  where = 'middle',
}: {
  readonly text: string;
  readonly most?: number;
  readonly where?: Ellipsis;
}) {
  const whole = display(text);
  const short = shortened(text, most, where);
  return (
    <span class="mono" title={whole === short ? undefined : whole}>
      {short}
    </span>
  );
}

/** A place in the code. */
export function Place({ text, most = 48 }: { readonly text: string; readonly most?: number }) {
  const whole = display(text);
  const short = shortPlace(text, most);
  return (
    <span class="mono" title={whole === short ? undefined : whole}>
      {short}
    </span>
  );
}

export function ClaimMark({ claim }: { readonly claim: Claim }) {
  return <span class={`claim ${claim}`}>{claim}</span>;
}

/** Markup that a report made, in which all names are escaped. */
export function Markup({ text }: { readonly text: string }) {
  return <div dangerouslySetInnerHTML={{ __html: text }} />;
}
