export { goldilocks } from './eager.ts';
export { goldilocksLazy } from './lazy.ts';
