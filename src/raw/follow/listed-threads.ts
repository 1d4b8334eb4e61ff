// The threads of a process, by the names in its folder. The system does not list a folder at one moment: a name that comes or goes meanwhile
// is there or not. So names are asked for twice: a thread that ends meanwhile has first both files and then no tail, and one list may come
// too early for the one and too late for the other. What ended during the first has its log in the second.

const LOG_NAME = /^thread-(\d+)\.(raw|tail)$/;

/** Numbers of the threads that have files, and whether a tail was seen. */
export function threadsIn(names: () => Iterable<string>): Map<number, boolean> {
  const found = new Map<number, boolean>();
  for (let pass = 0; pass < 2; pass++)
    for (const name of names()) {
      const [, number, kind] = LOG_NAME.exec(name) ?? [];
      if (number === undefined) continue;
      const thread = Number(number);
      found.set(thread, kind === 'tail' || found.get(thread) === true);
    }
  return found;
}
