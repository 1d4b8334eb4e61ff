// `foretrace fleet ignore`: findings that are to count no more, with a reason, and until when.

import { InputError, quote } from 'foretrace';
import { command, Exit } from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { endIgnoring, ignore } from '../store/ignoring.ts';
import { dateOf } from '../store/scope-options.ts';

export const ignoreCommand = command({
  description:
    'Says that findings are to count no more, why, and until when. They stay in the store, are listed as ignored, and gate passes them. --end takes it back; what was said before is kept.',
  arguments: [{ name: 'FINDING', help: 'their ids, as foretrace fleet findings lists them: R12', several: true }],
  options: {
    reason: { kind: 'text', value: 'text', help: 'why; for those who read it in a year' },
    until: { kind: 'text', value: 'date', help: 'from then on they count again, for instance 2026-12-31' },
    end: { kind: 'flag', help: 'they count again from now on' },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet ignore R12 R15 --reason "statistics, approximate by intent"', says: 'for good' },
    { line: 'foretrace fleet ignore R12 --reason "issue 88" --until 2026-12-31', says: 'for a while' },
    { line: 'foretrace fleet ignore R12 --end', says: 'no longer' },
  ],
  async run({ args, options }, session) {
    const ids = args.map(idOf);
    const { reason = '', until, end } = options;
    if (end === (reason.trim() !== ''))
      throw new InputError(
        'USAGE',
        {},
        end ? '--end and --reason cannot both be given' : '--reason is missing',
        'say why they are to count no more',
      );
    if (end && until !== undefined)
      throw new InputError('USAGE', {}, '--end and --until cannot both be given', '--end is from now on');
    const date = until === undefined ? undefined : dateOf('--until', until);
    if (date !== undefined && date.getTime() <= Date.now())
      throw new InputError('USAGE', {}, '--until is over already', 'a date to come; --end takes back what was ignored');
    await withFleet(options, 'ignore', session, async ({ database }) => {
      await database.transaction((sql) => (end ? endIgnoring(ids, sql) : ignore(ids, reason, date, sql)));
    });
    session.remark(`foretrace: ${args.join(', ')} ${ids.length === 1 ? 'is' : 'are'} ${end ? 'no longer ' : ''}ignored`);
    return Exit.ok;
  },
});

function idOf(word: string): number {
  const match = /^R?([1-9]\d{0,8})$/.exec(word);
  if (match === null)
    throw new InputError(
      'USAGE',
      {},
      `${quote(word)} is no id of a finding`,
      'for instance R12; foretrace fleet findings lists them',
    );
  return Number(match[1]);
}
