// The functions that threads were in when they made other threads: `stacks` of a recording. They tell which variable is at an address of a stack.

/** A function that waits for a call to return. */
export interface NotedFrame {
  /** Within the call. */
  readonly site: number;
  readonly stack: number;
  readonly frame: number;
  /** The stack pointer of its caller. */
  readonly top: number;
}

/** By thread. */
export type NotedStacks = ReadonlyMap<number, readonly NotedFrame[]>;

const FRAME = /^([0-9a-f]{1,12}) ([0-9a-f]{1,12}) ([0-9a-f]{1,16})$/;

/** By thread; of each stack those functions whose caller is known. */
export function notedStacks(text: string): Map<number, NotedFrame[]> {
  const threads = new Map<number, NotedFrame[]>();
  let frames: NotedFrame[] = [];
  let inner: Omit<NotedFrame, 'top'> | undefined;
  for (const line of text.split('\n')) {
    const thread = /^thread (\d{1,9})$/.exec(line)?.[1];
    if (thread !== undefined) {
      frames = threads.get(Number(thread)) ?? [];
      threads.set(Number(thread), frames);
      inner = undefined;
    }
    const match = FRAME.exec(line);
    if (match === null) continue;
    const [code, stack, frame] = match.slice(1).map((word) => Number.parseInt(word, 16)) as [number, number, number];
    if (inner !== undefined) frames.push({ ...inner, top: stack });
    // The address is where the call returns to.
    inner = { site: code - 1, stack, frame };
  }
  return threads;
}
