// A program that foretrace started does not outlive it: killed itself, foretrace cannot kill anybody. So the program looks, as often as its event loop lets it,
// whether it still has the parent that it began with. (In C the kernel does that: record/c/runtime/core/parent.c.) What others start is not meant.

const { kill, pid } = process;
const PERIOD_MS = 500;

export function dieWithForetrace(): void {
  const parent = process.env['FORETRACE_PARENT'];
  if (parent !== String(process.ppid)) return;
  const look = (): void => {
    if (parent !== String(process.ppid)) kill(pid, 'SIGKILL');
  };
  setInterval(look, PERIOD_MS).unref();
}
