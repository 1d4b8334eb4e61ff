// Strongly connected components of a directed graph (Tarjan 1972), without recursion: graphs from traces are deeper than a stack.

/** A graph in rows: the edges of node n go to targets[starts[n] … starts[n + 1]). */
export interface Graph {
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
}

/** The graph of edges given as pairs of columns. */
export function graphOf(nodes: number, from: readonly number[], to: readonly number[]): Graph {
  const starts = new Uint32Array(nodes + 1);
  for (const n of from) starts[n + 1]!++;
  for (let n = 0; n < nodes; n++) starts[n + 1]! += starts[n]!;
  const next = starts.slice();
  const targets = new Uint32Array(from.length);
  for (let i = 0; i < from.length; i++) targets[next[from[i]!]!++] = to[i]!;
  return { starts, targets };
}

/** Per node: a number that it shares with those that it reaches and that reach it, and with nobody else. */
export function components({ starts, targets }: Graph): Uint32Array {
  const nodes = starts.length - 1;
  const component = new Uint32Array(nodes);
  /** When a node was met, from 1 on; and the earliest that it is known to reach on the stack. */
  const met = new Uint32Array(nodes);
  const low = new Uint32Array(nodes);
  const next = starts.slice();
  const open: number[] = [];
  const path: number[] = [];
  let time = 0;
  let count = 0;
  const enter = (n: number): void => {
    met[n] = low[n] = ++time;
    open.push(n);
    path.push(n);
  };
  const leave = (n: number): void => {
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) low[above] = Math.min(low[above]!, low[n]!);
    if (low[n] !== met[n]) return;
    count++;
    for (let member = -1; member !== n; ) {
      member = open.pop()!;
      component[member] = count;
    }
  };
  for (let root = 0; root < nodes; root++) {
    if (met[root] === 0) enter(root);
    while (path.length > 0) {
      const n = path.at(-1)!;
      if (next[n] === starts[n + 1]) {
        leave(n);
        continue;
      }
      const to = targets[next[n]!++]!;
      if (met[to] === 0) enter(to);
      else if (component[to] === 0) low[n] = Math.min(low[n]!, met[to]!);
    }
  }
  return component;
}
