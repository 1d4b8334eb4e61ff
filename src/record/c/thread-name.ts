/** Threads have the numbers of the recording; the first is that of `main`. */
export function threadName(number: number): string {
  return number === 0 ? 'main' : `T${number}`;
}
