// Gives the event loop a turn: signals, timers and streams get theirs. Long work that waits for nothing else awaits it now and then.

/** Only Node has it; elsewhere a timer takes a millisecond or four, which is no matter once in a block of events. */
const { setImmediate: soon } = globalThis as { readonly setImmediate?: (then: () => void) => void };

export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (soon === undefined) setTimeout(resolve);
    else soon(resolve);
  });
}
