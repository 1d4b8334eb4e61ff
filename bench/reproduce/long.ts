/** Traces of so many events are long: what ZipTrack promises is asked of them. */
export const LONG = 100_000;
