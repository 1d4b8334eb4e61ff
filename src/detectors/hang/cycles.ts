// Cycles of a small graph, so that each node which is on a cycle is on one that is found: a shortest one through it.

/** `next` has an entry for every node. Nodes are tried in its order, and a cycle begins with the first of its nodes in that order. */
export function cyclesOf(next: ReadonlyMap<number, readonly number[]>): number[][] {
  const order = new Map([...next.keys()].map((node, i) => [node, i]));
  const covered = new Set<number>();
  const cycles: number[][] = [];
  for (const node of next.keys()) {
    if (covered.has(node)) continue;
    const cycle = shortestThrough(node, next);
    if (cycle === undefined) continue;
    for (const member of cycle) covered.add(member);
    const first = cycle.reduce((best, member, i) => (order.get(member)! < order.get(cycle[best]!)! ? i : best), 0);
    cycles.push([...cycle.slice(first), ...cycle.slice(0, first)]);
  }
  return cycles;
}

/** By breadth: from the node back to it. */
function shortestThrough(start: number, next: ReadonlyMap<number, readonly number[]>): number[] | undefined {
  const before = new Map<number, number>();
  const queue = [start];
  for (const node of queue)
    for (const other of next.get(node)!) {
      if (other === start) return path(start, node, before);
      if (before.has(other)) continue;
      before.set(other, node);
      queue.push(other);
    }
  return undefined;
}

function path(start: number, end: number, before: ReadonlyMap<number, number>): number[] {
  const nodes = [end];
  while (nodes[0] !== start) nodes.unshift(before.get(nodes[0]!)!);
  return nodes;
}
