export interface Room {
  readonly may: readonly string[] | 'all';
  readonly node?: readonly string[];
  readonly gist: string;
  readonly what: string;
}
export const rooms: Readonly<Record<string, Room>>;
export const nodeEnds: readonly string[];
