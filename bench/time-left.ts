// How long a loop goes on if it goes on as it did.

/** `about 12 min left`; nothing is known before the first is done. */
export function timeLeft(done: number, all: number, milliseconds: number): string {
  if (done === 0) return 'time left not known yet';
  const seconds = ((milliseconds / done) * (all - done)) / 1000;
  return seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}
