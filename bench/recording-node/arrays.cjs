// Ordinary array code: no view in sight. What the hooks cost programs that share nothing.

'use strict';

function matrix(size) {
  const rows = () => Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => ((x * 7 + y * 3) % 11) + 0.5));
  const a = rows();
  const b = rows();
  return () => {
    let trace = 0;
    for (let y = 0; y < size; y++) {
      const row = a[y];
      const out = [];
      for (let x = 0; x < size; x++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += row[k] * b[k][x];
        out[x] = sum;
      }
      trace += out[y];
    }
    return trace;
  };
}

function quicksort(size) {
  const input = Array.from({ length: size }, (_, i) => (i * 7919) % 10007);
  const sort = (a, from, high) => {
    let low = from;
    while (low < high) {
      const pivot = a[(low + high) >> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
          const t = a[i];
          a[i++] = a[j];
          a[j--] = t;
        }
      }
      sort(a, low, j);
      low = i;
    }
  };
  return () => {
    const a = input.slice();
    sort(a, 0, a.length - 1);
    return a[size >> 1];
  };
}

function sieve(size) {
  return () => {
    const composite = new Array(size).fill(false);
    let primes = 0;
    for (let i = 2; i < size; i++) {
      if (composite[i]) continue;
      primes++;
      for (let j = i * 2; j < size; j += i) composite[j] = true;
    }
    return primes;
  };
}

class Heap {
  constructor() {
    this.items = [];
  }
  push(item) {
    const { items } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent].cost <= item.cost) break;
      items[at] = items[parent];
      at = parent;
    }
    items[at] = item;
  }
  pop() {
    const top = this.items[0];
    const last = this.items.pop();
    const size = this.items.length;
    if (size === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.items[child + 1].cost < this.items[child].cost) child++;
      if (this.items[child].cost >= last.cost) break;
      this.items[at] = this.items[child];
      at = child;
    }
    this.items[at] = last;
    return top;
  }
}

function shortestPaths(size) {
  const edges = Array.from({ length: size }, (_, i) =>
    [1, 7, 31].map((step) => ({ to: (i * step + step) % size, cost: ((i * step) % 13) + 1 })),
  );
  return () => {
    const distance = new Array(size).fill(Number.POSITIVE_INFINITY);
    distance[0] = 0;
    const heap = new Heap();
    heap.push({ node: 0, cost: 0 });
    while (heap.items.length > 0) {
      const { node, cost } = heap.pop();
      if (cost > distance[node]) continue;
      for (const edge of edges[node]) {
        if (cost + edge.cost < distance[edge.to]) {
          distance[edge.to] = cost + edge.cost;
          heap.push({ node: edge.to, cost: cost + edge.cost });
        }
      }
    }
    return distance[size - 1];
  };
}

function editDistance(size) {
  const a = Array.from({ length: size }, (_, i) => 'abcdef'[(i * i) % 6]).join('');
  const b = Array.from({ length: size }, (_, i) => 'abcdef'[(i * 5 + 1) % 6]).join('');
  return () => {
    let before = Array.from({ length: size + 1 }, (_, i) => i);
    for (let y = 1; y <= size; y++) {
      const now = [y];
      for (let x = 1; x <= size; x++) {
        now[x] = Math.min(before[x] + 1, now[x - 1] + 1, before[x - 1] + (a[y - 1] === b[x - 1] ? 0 : 1));
      }
      before = now;
    }
    return before[size];
  };
}

function wordCount(size) {
  const words = Array.from({ length: size }, (_, i) => `w${(i * 31) % 997}`);
  return () => {
    const counts = {};
    for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
    let most = 0;
    for (const word in counts) if (counts[word] > most) most = counts[word];
    return most;
  };
}

require('./best.cjs')({
  'matrix product': matrix(120),
  quicksort: quicksort(40_000),
  sieve: sieve(400_000),
  'shortest paths': shortestPaths(8_000),
  'edit distance': editDistance(600),
  'word count': wordCount(60_000),
});
