// Opens an address in the user's browser, by what the system has for it.

import { spawn } from 'node:child_process';
import type { Session } from '../session.ts';

/** The program that opens an address, and what stands before it. */
function opener(): readonly [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['explorer.exe'];
    default:
      return ['xdg-open'];
  }
}

/** A machine without a browser is no reason to fail: the address was printed. */
export function openInBrowser(address: string, session: Session): void {
  const [program, ...words] = opener();
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => session.remark(`foretrace view: ${program} is not here: open the address yourself`));
  child.unref();
}
