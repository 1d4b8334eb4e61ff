// The Node.js recorder, as the run and record commands see it.

import type { Recorder, RecordOptions } from '../recorder.ts';
import { Variable } from './core/settings.ts';
import { registerPath, withPreload } from './preload.ts';

export const nodeRecorder: Recorder = {
  id: 'node',
  memoryModel: 'ecmascript',
  // Logs are saved every 200 ms.
  losesLast: true,
  environment(folder: string, options: RecordOptions, inherited: NodeJS.ProcessEnv): Record<string, string> {
    const { maxEvents, noise, schedule, follow, stacks, atomic = [], include, exclude, wasm, reduce, plan } = options;
    return {
      NODE_OPTIONS: withPreload(inherited['NODE_OPTIONS'], registerPath()),
      [Variable.folder]: folder,
      ...(maxEvents === undefined ? {} : { [Variable.maxEvents]: String(maxEvents) }),
      ...(noise ? { [Variable.noise]: '1' } : {}),
      ...(schedule === undefined ? {} : { [Variable.schedule]: schedule }),
      ...(stacks === undefined ? {} : { [Variable.stacks]: stacks }),
      ...(include.length > 0 ? { [Variable.include]: JSON.stringify(include) } : {}),
      ...(exclude.length > 0 ? { [Variable.exclude]: JSON.stringify(exclude) } : {}),
      ...(atomic.length > 0 ? { [Variable.atomic]: JSON.stringify(atomic) } : {}),
      ...(wasm ? {} : { [Variable.wasm]: 'off' }),
      ...(follow === undefined ? {} : { [Variable.follow]: follow }),
      ...(reduce === undefined ? {} : { [Variable.reduce]: reduce }),
      ...(plan === undefined ? {} : { [Variable.plan]: plan }),
    };
  },
  // Loaded when it is needed: a parser of JavaScript comes with it.
  naming: async (folder) => (await import('./naming.ts')).nodeNaming(folder),
};
