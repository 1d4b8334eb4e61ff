// The last few of what is dear to make: what was made first goes first.

export class Kept<K, V> {
  private readonly most: number;
  private readonly values = new Map<K, V>();

  constructor(most: number) {
    this.most = most;
  }

  get(key: K, make: () => V): V {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.values.size >= this.most) this.values.delete(this.values.keys().next().value as K);
    this.values.set(key, made);
    return made;
  }
}
