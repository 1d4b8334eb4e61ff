// Where the memory of a variable was allocated, and by which thread, for those of which a recorder told it. Of memory that was freed and is used
// again under the same name, an `alloc` in the trace says it anew.

import { enlarged } from '../base/grown.ts';
import { NO_LOCATION } from './id.ts';

export class Allocations {
  /** How many variables have one. */
  size = 0;
  /** By variable. */
  private locations = new Uint32Array(0);
  /** By variable: the thread + 1, or 0. */
  private threads = new Uint32Array(0);

  /** NO_LOCATION if it is not known. */
  location(variable: number): number {
    return this.locations[variable] ?? NO_LOCATION;
  }

  /** -1 if it is not known. */
  thread(variable: number): number {
    return (this.threads[variable] ?? 0) - 1;
  }

  set(variable: number, location: number, thread: number): void {
    if (variable >= this.locations.length) {
      this.locations = enlarged(this.locations, variable + 1);
      this.threads = enlarged(this.threads, variable + 1);
    }
    if (this.locations[variable] === NO_LOCATION) this.size++;
    this.locations[variable] = location;
    this.threads[variable] = thread + 1;
  }
}
