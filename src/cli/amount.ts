/** `1 event`, `2 events`. */
export function amount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
