// A module named `bank` whose exported function `deposit` calls `add`, which adds to the shared memory without an atomic.

const text = (value: string) => [value.length, ...Buffer.from(value)];
const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const names = (id: number, content: readonly number[]) => [id, content.length, ...content];

export function nested(): Uint8Array {
  const add = [0, 0x41, 0, 0x41, 0, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0, 0x0b];
  const deposit = [0, 0x10, 0, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(2, [1, ...text('js'), ...text('memory'), 2, 3, 1, 1]),
    ...section(3, [2, 0, 0]),
    ...section(7, [1, ...text('deposit'), 0, 1]),
    ...section(10, [2, add.length, ...add, deposit.length, ...deposit]),
    ...section(0, [...text('name'), ...names(0, text('bank')), ...names(1, [2, 0, ...text('add'), 1, ...text('deposit')])]),
  ]);
}
