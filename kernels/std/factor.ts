/** What words of text are multiplied with: the upper bits of the product depend on all of them. */
// biome-ignore lint/correctness/noPrecisionLoss: 64 bits are exact here
export const FACTOR: u64 = 0x9e3779b97f4a7c15;
