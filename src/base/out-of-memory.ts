// What engines throw when there is no memory for an array, a map or a string. It is nobody's bug, and not the end: what was found
// until then is kept. Other RangeErrors (a stack that overflows) are bugs.

const WORDS =
  /allocation failed|out of memory|maximum size exceeded|invalid (typed )?array (buffer )?length|invalid string length/i;
const CODES = [
  'ENOMEM',
  'ERR_WORKER_OUT_OF_MEMORY',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_BUFFER_TOO_LARGE',
  'ERR_STRING_TOO_LONG',
  'Z_MEM_ERROR',
];

export function isOutOfMemory(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  return (error instanceof RangeError && WORDS.test(error.message)) || (typeof code === 'string' && CODES.includes(code));
}
