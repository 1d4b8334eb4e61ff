// The schema, as the steps that lead to it. A step that was released is never changed: what is to be otherwise is a new step at the end. The tables
// are described in docs/fleet.md, since people ask them questions, too.

import { InputError } from 'foretrace';
import { type Database, lockSchema } from './database.ts';

const steps: readonly string[] = [
  `
  CREATE TABLE foretrace.project (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    settled integer NOT NULL DEFAULT 0
  );
  CREATE TABLE foretrace.trace (
    hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
    bytes bigint NOT NULL,
    address text,
    added timestamptz NOT NULL DEFAULT now(),
    removed timestamptz
  );
  CREATE TABLE foretrace.place_set (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    keys bigint[] NOT NULL
  );
  CREATE TABLE foretrace.analysis (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    trace text NOT NULL REFERENCES foretrace.trace,
    version text NOT NULL,
    settings jsonb NOT NULL,
    key text NOT NULL,
    state text NOT NULL CHECK (state IN ('trying', 'done', 'partial', 'failed')),
    reason text NOT NULL DEFAULT '',
    attempts integer NOT NULL DEFAULT 0,
    events bigint NOT NULL DEFAULT 0,
    seconds double precision NOT NULL DEFAULT 0,
    machine text NOT NULL DEFAULT '',
    summary jsonb,
    places integer REFERENCES foretrace.place_set,
    at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (trace, key)
  );
  CREATE TABLE foretrace.run (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project integer NOT NULL REFERENCES foretrace.project,
    trace text NOT NULL REFERENCES foretrace.trace,
    name text NOT NULL,
    commit text NOT NULL,
    branch text NOT NULL,
    job text NOT NULL,
    machine text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'partial', 'failed')),
    analysis integer REFERENCES foretrace.analysis,
    UNIQUE (project, trace, commit, branch, job)
  );
  CREATE INDEX run_branch ON foretrace.run (project, branch, id);
  CREATE INDEX run_commit ON foretrace.run (project, commit);
  CREATE INDEX run_state ON foretrace.run (state);
  CREATE INDEX run_trace ON foretrace.run (trace);
  CREATE TABLE foretrace.finding (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project integer NOT NULL REFERENCES foretrace.project,
    fingerprint text NOT NULL,
    sides text[] NOT NULL,
    type text NOT NULL,
    kind text NOT NULL,
    variable text NOT NULL,
    claim text NOT NULL,
    places text[] NOT NULL,
    detail jsonb NOT NULL,
    trace text NOT NULL REFERENCES foretrace.trace,
    keys bigint[] NOT NULL,
    first_run integer NOT NULL REFERENCES foretrace.run,
    last_run integer NOT NULL REFERENCES foretrace.run,
    runs integer NOT NULL DEFAULT 0,
    machines text[] NOT NULL DEFAULT '{}',
    missed integer NOT NULL DEFAULT 0,
    gap integer NOT NULL DEFAULT 0,
    returned_run integer REFERENCES foretrace.run,
    UNIQUE (project, fingerprint)
  );
  CREATE INDEX finding_trace ON foretrace.finding (trace);
  CREATE TABLE foretrace.occurrence (
    run integer NOT NULL REFERENCES foretrace.run,
    finding integer NOT NULL REFERENCES foretrace.finding,
    analysis integer NOT NULL REFERENCES foretrace.analysis,
    first_analysis integer NOT NULL REFERENCES foretrace.analysis,
    claim text NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (run, finding)
  );
  CREATE INDEX occurrence_finding ON foretrace.occurrence (finding);
  CREATE TABLE foretrace.ignored (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    finding integer NOT NULL REFERENCES foretrace.finding,
    reason text NOT NULL,
    until timestamptz,
    at timestamptz NOT NULL DEFAULT now(),
    ended timestamptz
  );
  CREATE INDEX ignored_finding ON foretrace.ignored (finding);
  CREATE TABLE foretrace.setting (
    name text PRIMARY KEY,
    value text NOT NULL
  );
  CREATE TABLE foretrace.worker (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    started timestamptz NOT NULL DEFAULT now(),
    ended timestamptz
  );
  CREATE TABLE foretrace.claim (
    job uuid PRIMARY KEY,
    worker integer NOT NULL REFERENCES foretrace.worker,
    at timestamptz NOT NULL DEFAULT now()
  );
  `,
  `
  ALTER TABLE foretrace.run ADD COLUMN chunk_events integer;
  CREATE TABLE foretrace.split (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run integer NOT NULL UNIQUE REFERENCES foretrace.run,
    again boolean NOT NULL,
    cut jsonb NOT NULL,
    clean text NOT NULL,
    seconds double precision NOT NULL DEFAULT 0
  );
  CREATE TABLE foretrace.part (
    split integer NOT NULL REFERENCES foretrace.split ON DELETE CASCADE,
    level integer NOT NULL,
    number integer NOT NULL,
    chunk jsonb,
    summary bytea,
    done boolean NOT NULL DEFAULT false,
    PRIMARY KEY (split, level, number)
  );
  ALTER TABLE foretrace.part ALTER COLUMN summary SET STORAGE EXTERNAL;
  `,
  `
  ALTER TABLE foretrace.run ADD COLUMN shares integer;

  -- What changes with every run apart from what never does: a run touches a row of all findings whose places it executed, and
  -- PostgreSQL writes a whole row for each change. Room in the pages keeps the indexes out of it.
  CREATE TABLE foretrace.sight (
    finding integer PRIMARY KEY REFERENCES foretrace.finding,
    missed integer NOT NULL DEFAULT 0,
    gap integer NOT NULL DEFAULT 0,
    returned_run integer REFERENCES foretrace.run
  ) WITH (fillfactor = 45);
  INSERT INTO foretrace.sight SELECT id, missed, gap, returned_run FROM foretrace.finding;
  CREATE TABLE foretrace.told (
    finding integer PRIMARY KEY REFERENCES foretrace.finding,
    detail jsonb NOT NULL
  );
  INSERT INTO foretrace.told SELECT id, detail FROM foretrace.finding;
  ALTER TABLE foretrace.finding DROP COLUMN missed, DROP COLUMN gap, DROP COLUMN returned_run, DROP COLUMN detail;
  ALTER TABLE foretrace.finding SET (fillfactor = 70);
  DROP INDEX foretrace.occurrence_finding;
  CREATE INDEX occurrence_finding ON foretrace.occurrence (finding, run);
  `,
  `
  -- What is of one run, and not of all runs of the same trace: why it failed, and how often it was tried.
  ALTER TABLE foretrace.run ADD COLUMN reason text NOT NULL DEFAULT '', ADD COLUMN attempts integer NOT NULL DEFAULT 0;
  UPDATE foretrace.run r SET reason = a.reason FROM foretrace.analysis a WHERE a.id = r.analysis AND r.state IN ('partial', 'failed');
  UPDATE foretrace.run SET analysis = NULL WHERE state = 'failed';
  DELETE FROM foretrace.analysis a WHERE state IN ('trying', 'failed')
    AND NOT EXISTS (SELECT FROM foretrace.run r WHERE r.analysis = a.id)
    AND NOT EXISTS (SELECT FROM foretrace.occurrence o WHERE a.id IN (o.analysis, o.first_analysis));
  ALTER TABLE foretrace.analysis DROP COLUMN attempts;
  `,
];

/** What `migrate` brings a store to. @internal */
export const SCHEMA_VERSION = steps.length;

/** Brings the schema to this version, or another; one process at a time. */
export async function migrate(database: Database, to: number = SCHEMA_VERSION): Promise<void> {
  await database.transaction(async (sql) => {
    await lockSchema(sql);
    await sql.exec(`
      CREATE SCHEMA IF NOT EXISTS foretrace;
      CREATE TABLE IF NOT EXISTS foretrace.schema_version (version integer NOT NULL);
    `);
    const [row] = await sql.query<{ version: number }>('SELECT version FROM foretrace.schema_version');
    const version = row?.version ?? 0;
    if (version > steps.length) throw newer(database.name);
    for (const step of steps.slice(version, to)) await sql.exec(step);
    if (row === undefined) await sql.query('INSERT INTO foretrace.schema_version VALUES ($1)', [to]);
    else if (version < to) await sql.query('UPDATE foretrace.schema_version SET version = $1', [to]);
  });
}

function newer(name: string): InputError {
  return new InputError(
    'FILE_UNREADABLE',
    { file: name },
    'the store was made by a newer foretrace-fleet',
    'install that version here, too',
  );
}
