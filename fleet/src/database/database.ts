// What the fleet asks of a database: one kind of SQL, whether PostgreSQL runs in this process or on a server.

/** Numbers come as numbers (also of 64 bits), times as Dates, bytes as a Uint8Array, JSON as what it means. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements, without values. */
  exec(text: string): Promise<void>;
}

export interface Database extends Sql {
  /** For messages, without a password. */
  readonly name: string;
  readonly isEmbedded: boolean;
  /** Commits if the work is done, takes everything back if it fails. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Takes a lock of this number that ends with the connection, however that ends; undefined if somebody has it. */
  hold(number: number): Promise<Held | undefined>;
  close(): Promise<void>;
}

/** A lock that is held. */
export interface Held {
  /** Resolves when the connection that held it is lost, and never otherwise. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** The type of 64-bit integers: ours are all below 2^53. */
export const INT8 = 20;
/** The first of the two numbers of our advisory locks: others may use the same server. */
export const LOCKS = 0x666c74;

/** Whoever makes or changes the schema has this lock until its transaction ends. */
export async function lockSchema(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS]);
}
