// What the kernel of SHB shows its host.

export { isExhausted } from '../heap';
export { slice } from './columns';
export { counts } from './counts';
export { prepare, run, widen } from './loop';
export { liveClocks } from './write-clocks';
