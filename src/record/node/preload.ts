// How a process or a worker comes to load the recorder: by --require, which also works for workers made of text and costs less than
// --import. The file is a module; Node 20.19 and later can require those.

import { fileURLToPath } from 'node:url';

export function registerPath(): string {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  return fileURLToPath(new URL(`./register${extension}`, import.meta.url));
}

/** NODE_OPTIONS that load the recorder. Quoted as Node reads them; other tools come first. */
export function withPreload(options: string | undefined, register: string): string {
  const ours = `--require "${register.replace(/[\\"]/g, '\\$&')}"`;
  if (options?.includes(ours)) return options;
  return options ? `${options} ${ours}` : ours;
}
