// Numbers on the screen, with narrow spaces between thousands.

export function positionWords(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}
