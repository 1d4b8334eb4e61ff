// Where bytes come from, as far as the readers care: a name for messages and chunks that can be had again.

export interface Input {
  /** For messages: the path as the user gave it. */
  readonly name: string;
  /** How many bytes there are, if that is known before they are read. */
  readonly size?: number | undefined;
  /** The bytes from the start, unpacked. May be called again: reports look back at the events they talk about. */
  chunks(): AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();

/** An input from memory; text is taken as UTF-8. */
export function memoryInput(name: string, content: Uint8Array | string): Input {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *chunks() {
      yield bytes;
    },
  };
}
