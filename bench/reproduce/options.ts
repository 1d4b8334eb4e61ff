// The command line of `npm run reproduce`.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  readonly help: boolean;
  /** Folders of recorded traces; undefined: those in the repository. */
  readonly traces: readonly string[] | undefined;
  /** Ids of sections; empty: all. */
  readonly only: readonly string[];
  readonly quick: boolean;
  /** Forgets what was measured before. */
  readonly fresh: boolean;
  /** Outside commands by name; `{}` in a command is the STD file. */
  readonly peers: ReadonlyMap<string, string>;
  readonly out: string;
  /** Whether the page is there, and only gets the parts of this run. */
  readonly isInto: boolean;
  /** Where results are kept. */
  readonly cache: string;
  /** Where the numbers go, for another machine to compare with. */
  readonly json: string;
  /** Numbers of another machine. */
  readonly compare: string | undefined;
}

/** The command line is wrong, or names something that is not there: exit status 2. */
export class UsageError extends Error {}

export function usage(sections: readonly { readonly id: string; readonly says: string }[]): string {
  return `usage: npm run reproduce -- [--traces DIR] [--only TABLE] [--quick] [--fresh] [--peer NAME='command {}'] [--out FILE | --into FILE] [--cache DIR] [--json FILE] [--compare FILE]

  --traces DIR   recorded traces, in any format that foretrace reads; without it the small ones of this repository. Repeatable: a
                 subfolder (js, native …) that two of them have is taken from the first
  --only TABLE   one of the parts below; repeatable
  --quick        few and small traces, few repeats: under a minute
  --fresh        measure again what was measured before
  --peer         also time an outside command on the same traces as STD files; {} stands for the file; repeatable
  --out FILE     the page; images go to the folder images beside it. Default: docs/results.md if all is run on --traces,
                 otherwise bench/.cache/results.md
  --into FILE    put the parts of this run into a page that is there
  --cache DIR    where results are kept (default: node_modules/.cache/foretrace/results)
  --json FILE    the numbers, for another machine to compare with (default: bench/.cache/results.json)
  --compare FILE put the numbers of another machine, which it wrote with --json, beside ours

${sections.map(({ id, says }) => `  ${id.padEnd(12)}${says}`).join('\n')}
`;
}

export function parseOptions(args: readonly string[], sections: readonly string[], root: string): Options {
  const { values } = parsed(args);
  const only = values.only ?? [];
  const unknown = only.filter((id) => !sections.includes(id));
  if (unknown.length > 0) throw new UsageError(`--only: there is no ${unknown.join(', ')}; there are ${sections.join(', ')}`);
  const { traces, quick = false, help = false } = values;
  for (const folder of traces ?? []) if (!isFolder(folder)) throw new UsageError(`--traces: ${folder} is not a folder`);
  if (values.compare !== undefined && !existsSync(values.compare))
    throw new UsageError(`--compare: there is no file ${values.compare}`);
  if (values.into !== undefined && values.out !== undefined) throw new UsageError('--into and --out are two pages');
  if (values.into !== undefined && !existsSync(values.into)) throw new UsageError(`--into: there is no page ${values.into}`);
  const whole = traces !== undefined && !quick && only.length === 0;
  return {
    help,
    traces,
    only,
    quick,
    fresh: values.fresh ?? false,
    peers: new Map((values.peer ?? []).map(peer)),
    out: values.into ?? values.out ?? join(root, whole ? 'docs/results.md' : 'bench/.cache/results.md'),
    isInto: values.into !== undefined,
    json: values.json ?? join(root, 'bench/.cache/results.json'),
    compare: values.compare,
    cache: values.cache ?? join(root, 'node_modules/.cache/foretrace/results'),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        traces: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        quick: { type: 'boolean' },
        fresh: { type: 'boolean' },
        peer: { type: 'string', multiple: true },
        out: { type: 'string' },
        into: { type: 'string' },
        cache: { type: 'string' },
        json: { type: 'string' },
        compare: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function peer(text: string): [name: string, command: string] {
  const at = text.indexOf('=');
  if (at < 1 || !text.slice(at).includes('{}')) throw new UsageError(`--peer: ${text} is not NAME='command {}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}
