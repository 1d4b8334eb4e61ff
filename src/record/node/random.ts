// Random numbers written into a view: by the global crypto and by node:crypto, patched when the program first asks for them, because
// loading node:crypto takes longer than all the rest of the recorder.

import module from 'node:module';
import { after, touchBytes, touchView } from './effects.ts';
import { replace } from './replace.ts';

export function installRandom(): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  if (descriptor?.get !== undefined && descriptor.configurable === true) {
    const { get } = descriptor;
    let isPatched = false;
    Object.defineProperty(globalThis, 'crypto', {
      ...descriptor,
      get() {
        const crypto = Reflect.apply(get, this, []) as object;
        if (!isPatched) {
          isPatched = true;
          after(Object.getPrototypeOf(crypto) as object, 'getRandomValues', ([view]) => touchView('write', view));
        }
        return crypto;
      },
    });
  }
  installModule();
}

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

/** `require('crypto')`; an import of it is seen if anything required it before. */
function installModule(): void {
  const loader = module as unknown as { _load: Load };
  const load = loader._load;
  let isPatched = false;
  replace(loader, '_load', function (this: unknown, request: string, ...rest: unknown[]) {
    const exports = Reflect.apply(load, this, [request, ...rest]) as object;
    if (!isPatched && (request === 'crypto' || request === 'node:crypto')) {
      isPatched = true;
      after(exports, 'randomFillSync', ([view, offset = 0, size], result) => {
        const bytes = Number(size ?? (result as ArrayBufferView).byteLength - Number(offset));
        touchBytes('write', view, Number(offset), bytes);
      });
      module.syncBuiltinESMExports();
    }
    return exports;
  });
}
