// How a process or a worker comes to load the recorder: by --require, which also works for workers made of text and costs less than
// --import.

import { fileURLToPath } from 'node:url';

export function registerPath(): string {
  return fileURLToPath(new URL('./require.cjs', import.meta.url));
}

/** NODE_OPTIONS that load the recorder. Quoted as Node reads them; other tools come first. */
export function withPreload(options: string | undefined, register: string): string {
  const ours = `--require "${register.replace(/[\\"]/g, '\\$&')}"`;
  if (options?.includes(ours)) return options;
  return options ? `${options} ${ours}` : ours;
}
