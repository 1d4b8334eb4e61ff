// What the kernel of SHB shows its host.

export { isExhausted } from '../heap';
export { counts } from './counts';
export { prepare, run, slice, widen } from './loop';
export { liveClocks } from './write-clocks';
