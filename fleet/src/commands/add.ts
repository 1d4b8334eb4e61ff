// `foretrace fleet add`: traces into the store, each with what it is of. What is printed as added is analysed, whatever happens next.

import { rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { display, InputError } from 'foretrace';
import { amount, command, Exit, type Session } from 'foretrace/cli';
import { aboutOptions, aboutRun } from '../about.ts';
import { type Fleet, storeOptions, withFleet } from '../fleet.ts';
import { isAddress } from '../jobs/fetching.ts';
import { addAgain } from '../store/again.ts';
import { redact, salt } from '../store/redacting.ts';
import { type AddedTrace, addRun, type RunAbout } from '../store/runs.ts';
import { addressed } from '../trace-address.ts';
import { namedFiles } from '../trace-names.ts';

/** A chunk takes some seconds, and its process a tenth of one to start. */
const CHUNK_EVENTS = 16_000_000;

export const addCommand = command({
  description:
    'Adds traces to the store and puts them into the queue. A trace is kept once, whoever adds it; a report of foretrace run in JSON is taken, too. What has been said to be added will be analysed.',
  arguments: [
    {
      name: 'TRACE',
      help: 'files, folders with traces, patterns such as "out/**/*.ftrace", or http(s) addresses; #sha256=HASH behind an address leaves the trace there',
      several: true,
      optional: true,
      file: true,
    },
  ],
  options: {
    ...aboutOptions,
    again: {
      kind: 'flag',
      help: 'analyse the traces of the project that are in the store once more: with a newer foretrace, or a larger budget',
    },
    redact: { kind: 'flag', help: 'from now on, keep no paths, names and lines of code in the store, only hashes of them' },
    split: {
      kind: 'flag',
      help: 'for traces too long for one core or one machine: analyse them in chunks, with grammar-hb, and put the results together; native traces only',
    },
    chunkEvents: {
      kind: 'number',
      min: 1,
      max: 2 ** 31 - 1,
      default: CHUNK_EVENTS,
      help: 'how many events a chunk of --split has at least',
    },
    share: {
      kind: 'number',
      value: 'n',
      min: 1,
      max: 1000,
      help: 'for traces with a long search: predict decides about their pairs in so many jobs, on all machines that work, with the result of one',
    },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet add traces/*.ftrace', says: 'in CI: project, commit, branch and job are those of the CI system' },
    { line: 'foretrace fleet add traces --project shop --commit 4f868e3 --branch main', says: 'elsewhere' },
    { line: 'foretrace fleet add report.json', says: 'what foretrace run --format json=report.json has found' },
    { line: 'foretrace fleet add --split night.ftrace', says: 'a trace of a billion events, on all machines that work' },
    { line: 'foretrace fleet add --share 8 hard.ftrace', says: 'a search of hours, on all machines that work' },
    { line: 'foretrace fleet add --again --project shop', says: 'all of them anew' },
  ],
  async run({ args, options }, session) {
    if (options.again === args.length > 0)
      throw new InputError(
        'USAGE',
        {},
        options.again ? 'traces and --again cannot both be given' : 'no trace is named',
        'see foretrace fleet add --help',
      );
    if (options.split && options.share !== undefined)
      throw new InputError(
        'USAGE',
        {},
        '--split and --share cannot both be given',
        '--split is for grammar-hb, --share for predict',
      );
    const about = { ...aboutRun(options), chunkEvents: options.split ? options.chunkEvents : undefined, shares: options.share };
    const names = namedFiles(args);
    return withFleet(options, 'add', session, async (fleet) => {
      if (options.again) {
        const count = await addAgain(fleet, about.project);
        session.print(`${amount(count, 'run')} of ${display(about.project)} to be analysed again\n`);
        return Exit.ok;
      }
      if (options.redact) await redact(fleet.database);
      for (const name of names) await add(fleet, name, about, session);
      return Exit.ok;
    });
  },
});

async function add(fleet: Fleet, file: string, about: Omit<RunAbout, 'name'>, { print }: Session): Promise<void> {
  const { trace, name } = isAddress(file)
    ? await fromAddress(fleet, file, about)
    : { trace: await fromFile(fleet, file), name: basename(file) };
  const isRedacted = (await salt(fleet.database)) !== undefined;
  const run = await addRun(fleet, trace, { ...about, name: isRedacted ? trace.hash.slice(0, 12) : name });
  // Somebody tidied up between our copy and our run; now that there is a run, nobody does.
  if (!isAddress(file) && !fleet.traces.has(trace.hash)) await fleet.traces.add(file);
  print(run === undefined ? `known  ${display(file)}\n` : `added  ${display(file)}  run ${run}  ${trace.hash.slice(0, 12)}\n`);
}

async function fromFile(fleet: Fleet, file: string): Promise<AddedTrace> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new InputError('FILE_UNREADABLE', { file }, 'there is no such file', '');
  return fleet.traces.add(file);
}

async function fromAddress(
  fleet: Fleet,
  address: string,
  about: Omit<RunAbout, 'name'>,
): Promise<{ trace: AddedTrace; name: string }> {
  const { url, hash, name, fetch } = addressed(address);
  if (hash !== undefined && about.chunkEvents !== undefined)
    throw new InputError(
      'USAGE',
      {},
      'a trace that stays at its address cannot be split',
      'leave #sha256=… away, so that it is fetched once, or --split',
    );
  if (hash !== undefined) return { trace: { hash, bytes: 0, address: url }, name };
  const { path, folder } = await fetch();
  try {
    return { trace: await fleet.traces.add(path), name };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
