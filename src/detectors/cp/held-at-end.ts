// CP asks what a critical section has in it, and so for its end. Where a trace ends inside of one, its release is simulated there
// (Raptor's footnote 5), and the report says so.

export function heldAtEndWords({ heldAtEnd = 0 }: Readonly<Record<string, number>>): string | undefined {
  if (heldAtEnd === 0) return undefined;
  if (heldAtEnd === 1) return '1 lock was still held at the end of the trace; its release was simulated';
  return `${heldAtEnd} locks were still held at the end of the trace; their releases were simulated`;
}
