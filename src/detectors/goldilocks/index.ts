// Goldilocks in its two forms: `eager` is the definition, `lazy` the implementation that the paper measures.

export { goldilocks } from './eager.ts';
export { goldilocksLazy } from './lazy.ts';
