// Thrown while a trace is made ready for prediction, at the event from which on it does not fit any more; the events before it do.

export class TraceFull extends Error {
  readonly event: number;

  constructor(event: number) {
    super(`the trace does not fit into the memory from event ${event} on`);
    this.event = event;
  }
}
