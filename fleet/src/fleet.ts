// A store that is open: its database, its queue and its folder of traces.

import { InputError } from 'foretrace';
import type { Session, Values } from 'foretrace/cli';
import type { Database } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { type FolderLock, lockFolder } from './database/folder-lock.ts';
import { migrate } from './database/migrations.ts';
import { openServer } from './database/server.ts';
import { Queue } from './queue.ts';
import { TraceFolder } from './store/trace-folder.ts';

const DEFAULT_STORE = '.foretrace-fleet';
/** Others may be reading the store for a moment; a worker has it for hours. */
const WAIT_SECONDS = 10;

export const storeOptions = {
  store: {
    kind: 'file',
    value: 'folder',
    help: `where the store is, instead of ${DEFAULT_STORE} in the working directory`,
  },
  database: {
    kind: 'text',
    value: 'address',
    help: 'a PostgreSQL server instead of a database in that folder, for instance postgres://user@host/name; FORETRACE_FLEET_DATABASE says it where passwords must not be seen',
  },
  traces: {
    kind: 'file',
    value: 'folder',
    help: 'where the traces are kept, which all machines must see, instead of a folder in the store; also FORETRACE_FLEET_TRACES',
  },
  wait: {
    kind: 'duration',
    help: `how long to wait for another process that has the store, instead of ${WAIT_SECONDS}s`,
  },
} as const;

export interface Fleet {
  readonly database: Database;
  readonly queue: Queue;
  readonly traces: TraceFolder;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** For whoever has to wait: what has the store. */
  readonly command: string;
  /** Hears of what went wrong in the background. */
  readonly failed?: (error: Error) => void;
  readonly supervises?: boolean;
}

export async function openFleet(
  { store = DEFAULT_STORE, database: given, traces: folder, wait = WAIT_SECONDS }: Values<typeof storeOptions>,
  { command, failed = () => {}, supervises = false }: OpenOptions,
  { remark }: Pick<Session, 'remark'>,
): Promise<Fleet> {
  const { FORETRACE_FLEET_DATABASE, FORETRACE_FLEET_TRACES } = process.env;
  const address = given ?? (FORETRACE_FLEET_DATABASE || undefined);
  const traces = new TraceFolder(folder ?? (FORETRACE_FLEET_TRACES || `${store}/traces`));
  const database = address === undefined ? await embedded(store, command, wait, remark) : await openServer(address);
  try {
    await migrate(database);
    const queue = await Queue.open(database, { failed, supervises });
    const close = async (): Promise<void> => {
      await queue.stop();
      await database.close();
    };
    return { database, queue, traces, close };
  } catch (error) {
    await database.close().catch(() => {});
    throw storeError(error, database.name);
  }
}

/** Opens, works and closes. */
export async function withFleet<T>(
  options: Values<typeof storeOptions>,
  command: string,
  session: Pick<Session, 'remark'>,
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const fleet = await openFleet(options, { command: `foretrace fleet ${command}` }, session);
  try {
    const result = await work(fleet);
    await fleet.close();
    return result;
  } catch (error) {
    // A store that fails may fail once more while it is closed.
    await fleet.close().catch(() => {});
    throw storeError(error, fleet.database.name);
  }
}

/** What went wrong with the database is no bug of ours: a full disk, a server that was stopped. */
export function storeError(error: unknown, file: string): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new InputError(
    'FILE_UNWRITABLE',
    { file },
    `the store cannot be used: ${error.message}`,
    'what was stored is safe; go on with foretrace fleet work',
  );
}

const FORBIDDEN = 'every command writes there: may this user? Another place is named by --store';
const HINTS: Readonly<Record<string, string>> = { EACCES: FORBIDDEN, EPERM: FORBIDDEN, EROFS: FORBIDDEN, ENOENT: FORBIDDEN };

async function embedded(store: string, command: string, wait: number, remark: (text: string) => void): Promise<Database> {
  let lock: FolderLock | undefined;
  try {
    lock = await lockFolder(store, command, wait, (holder) => remark(`foretrace: waiting for ${holder}, which has ${store}`));
    return await openEmbedded(store, lock);
  } catch (error) {
    lock?.release();
    if (error instanceof InputError) throw error;
    const why = (error as Error).message ?? String(error);
    throw new InputError(
      'FILE_UNREADABLE',
      { file: store },
      `the store cannot be opened: ${why}`,
      HINTS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'is the disk full, or is it no store?',
    );
  }
}
