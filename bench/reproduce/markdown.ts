// Tables and numbers of the page. Names come from files and may hold anything: they are escaped.

export type Cell = string | number | undefined;

/** `columns` that begin with `:` are aligned to the left, others to the right. An empty cell is a dash. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = columns.map((column) => column.replace(/^:/, ''));
  const align = columns.map((column) => (column.startsWith(':') ? ':--' : '--:'));
  const lines = rows.map((row) => row.map((cell) => (cell === undefined ? '–' : typeof cell === 'number' ? amount(cell) : cell)));
  return `${[head, align, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

export function folded(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n</details>\n`;
}

/** A name as it is, whatever it is. */
export function name(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&').replace(/[\p{Cc}\p{Cf}]/gu, '�');
}

/** Whole, in groups of three digits. */
export function amount(value: number): string {
  return Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
}

/** Three digits that mean something, without an exponent. */
export function digits(value: number, count = 3): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const places = Math.max(0, count - 1 - Math.floor(Math.log10(Math.abs(value))));
  return places === 0 ? amount(Number(value.toPrecision(count))) : value.toFixed(Math.min(places, 6));
}

export function milliseconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : digits(seconds * 1000);
}

export function percent(share: number): string {
  return `${digits(share * 100, share < 0.1 ? 1 : 2)} %`;
}

/** `3.2 times`; below one also as a ratio. */
export function times(ratio: number): string {
  return `${digits(ratio, 2)} times`;
}

export function several(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
