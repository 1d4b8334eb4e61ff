// Which reads would have to see another write if two accesses were to meet: those of the later thread, before its access, that saw what the earlier one wrote
// after its own. From the events alone it cannot be told whether a branch or an address depends on a read. What can: a read whose thread then writes the same
// variable is most often an update (a counter), and a read that nothing is written back for is one that somebody looks at.

/** A read that saw what another thread wrote. */
interface Seen {
  readonly reader: number;
  readonly writer: number;
  isLooked: boolean;
}

/** Per pair of threads; of more, the count is a lower bound. */
const MOST = 4096;

export interface Changed {
  readonly reads: number;
  /** Those of them whose value somebody looks at, as far as that can be told. */
  readonly looked: number;
}

export class ChangedReads {
  /** By variable: who wrote it last, and where. */
  private readonly writers = new Map<number, { readonly thread: number; readonly position: number }>();
  /** By reader's and writer's thread. */
  private readonly seen = new Map<string, Seen[]>();
  /** By thread and variable: the last read that is not yet followed by a write. */
  private readonly open = new Map<string, Seen>();

  read(t: number, variable: number, position: number): void {
    const writer = this.writers.get(variable);
    if (writer === undefined || writer.thread === t) return;
    const key = `${t} ${writer.thread}`;
    const all = this.seen.get(key) ?? [];
    this.seen.set(key, all);
    if (all.length >= MOST) return;
    const seen = { reader: position, writer: writer.position, isLooked: true };
    all.push(seen);
    this.open.set(`${t} ${variable}`, seen);
  }

  write(t: number, variable: number, position: number): void {
    const key = `${t} ${variable}`;
    const seen = this.open.get(key);
    if (seen !== undefined) {
      seen.isLooked = false;
      this.open.delete(key);
    }
    this.writers.set(variable, { thread: t, position });
  }

  /** If the access of thread t at `first` were to wait for that of u at `second`. */
  between(t: number, first: number, u: number, second: number): Changed {
    const all = this.seen.get(`${u} ${t}`) ?? [];
    const changed = all.filter(({ reader, writer }) => reader < second && writer > first);
    return { reads: changed.length, looked: changed.filter(({ isLooked }) => isLooked).length };
  }
}
