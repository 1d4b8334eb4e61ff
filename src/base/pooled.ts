// Plain data as JSON in which every value that occurs again is written once: reports repeat frames, stacks, files and threads thousands of times. Objects
// of one shape share their keys. Numbers stand for values: an odd one, halved, for a count, an even one for an entry of the pool.

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface Pool {
  /** The keys of the objects of each shape. */
  readonly shapes: readonly (readonly string[])[];
  /** Texts and other plain values as they are; a list begins with -1, an object with its shape; parts come before the whole. */
  readonly pool: readonly (null | boolean | string | number | readonly number[])[];
  readonly root: number;
}

const LIST = -1;

/** What JSON would hold of the value, for `unpooled`. */
export function pooled(value: unknown): Pool {
  const shapes = new Map<string, { readonly id: number; readonly keys: readonly string[] }>();
  const entries = new Map<string, number>();
  const pool: Pool['pool'][number][] = [];
  const entry = (key: string, value: Pool['pool'][number]): number => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const reference = 2 * pool.length;
    entries.set(key, reference);
    pool.push(value);
    return reference;
  };
  const reference = (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 50) return 2 * value + 1;
    if (value === null || value === undefined || typeof value !== 'object') {
      const plain = (value ?? null) as null | boolean | number | string;
      return entry(typeof plain === 'string' ? `"${plain}` : String(plain), plain);
    }
    if ('toJSON' in value && typeof value.toJSON === 'function') return reference(value.toJSON());
    if (Array.isArray(value)) {
      const list = [LIST, ...value.map(reference)];
      return entry(list.join(), list);
    }
    const keys = Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    const name = keys.join('\n');
    const shape = shapes.get(name) ?? { id: shapes.size, keys };
    shapes.set(name, shape);
    const object = [shape.id, ...keys.map((key) => reference((value as Record<string, unknown>)[key]))];
    return entry(object.join(), object);
  };
  const root = reference(value);
  return { shapes: [...shapes.values()].map(({ keys }) => keys), pool, root };
}

/** The value again, its parts shared; throws a TypeError if that is none. */
export function unpooled(written: unknown): unknown {
  const { shapes, pool, root } = (written ?? {}) as { [K in keyof Pool]?: unknown };
  if (!Array.isArray(shapes) || !Array.isArray(pool) || typeof root !== 'number') throw new TypeError('not pooled');
  const values: Json[] = [];
  const value = (reference: unknown): Json => {
    if (typeof reference !== 'number' || !Number.isSafeInteger(reference) || reference < 0) throw new TypeError('not pooled');
    if (reference % 2 === 1) return (reference - 1) / 2;
    // Parts come before the whole: nothing can hold itself.
    if (reference / 2 >= values.length) throw new TypeError('not pooled');
    return values[reference / 2]!;
  };
  for (const entry of pool as unknown[]) values.push(Array.isArray(entry) ? whole(entry, shapes, value) : (entry as Json));
  return value(root);
}

/** By loops, and keys in one order: a page has half a million of these. */
function whole(entry: readonly unknown[], shapes: readonly unknown[], value: (reference: unknown) => Json): Json {
  const { length } = entry;
  if (entry[0] === LIST) {
    const list = new Array<Json>(length - 1);
    for (let i = 1; i < length; i++) list[i - 1] = value(entry[i]);
    return list;
  }
  const keys: unknown = shapes[entry[0] as number];
  if (!Array.isArray(keys) || keys.length !== length - 1) throw new TypeError('not pooled');
  const object: Record<string, Json> = {};
  for (let i = 1; i < length; i++) {
    const key: unknown = keys[i - 1];
    // An object with another prototype would have more than is written.
    if (typeof key !== 'string' || key === '__proto__') throw new TypeError('not pooled');
    object[key] = value(entry[i]);
  }
  return object;
}
