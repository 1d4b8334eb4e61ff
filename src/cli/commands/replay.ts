// `foretrace replay`: runs the program along a recipe that `foretrace confirm` has written.

import { basename } from 'node:path';
import { type Places, whyNotReached } from '../../steer/not-reached.ts';
import { LARGEST, type Plan } from '../../steer/plan.ts';
import { parsePlan } from '../../steer/plan-text.ts';
import { standingText } from '../../steer/words-for-people.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { programArgument } from '../recording.ts';
import { programWords, steeredRun } from '../steering.ts';
import { textFile } from '../text-file.ts';

/** Programs that take another one in hand. */
const DEBUGGERS = ['gdb', 'lldb', 'rr', 'cgdb', 'gdbserver', 'lldb-server'];

export const replayCommand = command({
  description:
    'Runs a program along a recipe of foretrace confirm: its threads are led to the places of the finding again, in the same order. Under a debugger it stops there. The exit status is that of the program if it failed, and otherwise 3 if its threads did not meet.',
  arguments: [{ name: 'RECIPE', help: 'a file that foretrace confirm wrote', file: true }, programArgument],
  options: {
    stop: {
      kind: 'flag',
      help: 'stop with a SIGTRAP when the threads stand at their places, as under gdb, lldb and node --inspect',
    },
  },
  examples: [
    { line: 'foretrace replay R1.recipe -- ./program', says: 'the same interleaving again' },
    { line: 'foretrace replay R1.recipe -- gdb --args ./program', says: 'and look at both threads at that moment' },
  ],
  async run({ args: [recipe = '', ...rest], options }, session) {
    const words = programWords(rest);
    const plan = parsePlan(textFile(recipe, LARGEST.bytes), recipe);
    const stops = options.stop || isDebugged(words);
    return await steeredRun(
      words,
      { ...plan, stops } satisfies Plan,
      { heard: true, limit: 0 },
      async ({ ending, outcome, stackOf }) => {
        const { green, yellow } = session.errorColors;
        const { met } = outcome;
        const places = await stackOf((met ?? []).map(({ site }) => site));
        const text =
          met === undefined
            ? yellow(
                `the threads did not meet at the places of the recipe: ${whyNotReached([{ plan, outcome }], placesOf(plan))}`,
              )
            : `${green('met')}: ${met.map((standing, i) => standingText(standing, plan, places[i])).join('; ')}`;
        session.remark(`foretrace: ${text}`);
        if (met === undefined)
          session.remark('  hint: a recipe is of one build of the program: foretrace run and confirm make another');
        if (ending.status !== 0) return ending.status;
        return outcome.met === undefined ? Exit.partial : Exit.ok;
      },
    );
  },
});

/** A recipe names code as its runtime does. */
function placesOf({ targets, steps }: Plan): Places {
  const named = ({ kind, sites }: { readonly kind: string; readonly sites: readonly string[] }): string =>
    `${sites[0]} (${kind})`;
  return { target: (i) => named(targets[i]!), step: (_, i) => named(steps[i]!) };
}

function isDebugged(words: readonly string[]): boolean {
  return DEBUGGERS.includes(basename(words[0] ?? '')) || words.some((word) => /^--inspect/.test(word));
}
