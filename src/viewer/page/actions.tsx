// What a reader takes along: the line that suppresses the finding, a link to it, the finding as Markdown, its place in an editor, a small trace.

import { sidesOf } from '../../findings/finding.ts';
import { markdown } from '../../report/markdown.ts';
import { headOf } from '../../report/stacks.ts';
import { editorLink } from '../model/editor-link.ts';
import type { Opened, ViewFinding } from '../model/opened.ts';
import { queryText } from '../model/query.ts';
import { smallTrace } from '../model/small-trace.ts';
import { suppressionLine } from '../model/suppression-line.ts';
import { copied, saved } from './hand-over.ts';
import { notice, query, trace } from './state.ts';

interface ActionsProps {
  readonly view: ViewFinding;
  readonly page: Opened;
}

export function Actions({ view: { finding }, page }: ActionsProps) {
  const copy = async (what: string, text: string): Promise<void> => {
    notice.value = (await copied(text)) ? `${what} copied` : `${what} could not be copied`;
  };
  const link = sidesOf(finding)
    .map((side) => editorLink(headOf(side).location, page.data.folder))
    .find((one) => one !== undefined);
  const events = trace.value;
  return (
    <div class="actions">
      <button type="button" onClick={() => copy('Suppression', `${suppressionLine(finding)}\n`)}>
        Copy suppression
      </button>
      <button type="button" onClick={() => copy('Link', linkTo(finding.fingerprint))}>
        Copy link
      </button>
      <button type="button" onClick={() => copy('Markdown', markdownOf(page, finding))}>
        Copy as Markdown
      </button>
      {link !== undefined && (
        <a class="button" href={link}>
          Open in editor
        </a>
      )}
      {events && (
        <button
          type="button"
          onClick={() => {
            const bytes = smallTrace(events, finding);
            if (bytes !== undefined) saved(bytes, `${finding.id}.ftrace`);
            notice.value = bytes === undefined ? 'The page has no event of this finding' : `${finding.id}.ftrace saved`;
          }}
        >
          Save small trace
        </button>
      )}
      <span class="weak" aria-hidden="true">
        {notice.value}
      </span>
    </div>
  );
}

/** By fingerprint: it is the same in the next run. */
function linkTo(fingerprint: string): string {
  const address = new URL(location.href);
  address.hash = queryText({ ...query.value, finding: fingerprint });
  return address.href;
}

function markdownOf({ result }: Opened, finding: ViewFinding['finding']): string {
  const { traces, detectors } = result;
  return [...markdown({ traces, detectors, findings: [finding] }, { stacks: 'short' })].join('');
}
