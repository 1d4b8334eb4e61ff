// What a program says about itself to foretrace (docs/annotate.md): `import { atomic } from 'foretrace/annotate'`. Without the recorder it does
// nothing; it imports nothing, so that it runs anywhere.

interface Recorder {
  readonly b?: (name: string) => void;
  readonly f?: () => void;
}

/** The hooks of the recorder, if there is one: see core/hooks.ts. */
const recorder: Recorder = (globalThis as { __foretrace_h?: Recorder }).__foretrace_h ?? {};

/**
 * Calls the function: what this thread does in it must look as if nothing else happened meanwhile. It ends when the function returns: what an
 * `async` one does after its first `await` is not part of it.
 */
export function atomic<T>(name: string, body: () => T): T {
  beginAtomic(name);
  try {
    return body();
  } finally {
    endAtomic();
  }
}

/** For blocks that are no function. May be nested; the outermost counts. */
export function beginAtomic(name: string): void {
  recorder.b?.(name);
}

export function endAtomic(): void {
  recorder.f?.();
}
