// The colours of the canvas, from the style sheet: dark and light are decided in one place.

const NAMES = [
  'ground',
  'lane',
  'line',
  'text',
  'faint',
  'read',
  'write',
  'sync',
  'mark',
  'focus',
  'turned',
  'moved',
  'atomic',
  'fork',
  'lock',
] as const;

/** Fills of sections, one for each lock in turn. */
const FILLS = 8;

export type Theme = Readonly<Record<(typeof NAMES)[number], string>> & {
  readonly fills: readonly string[];
  readonly font: string;
};

export function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(`--timeline-${name}`).trim();
  const colors = Object.fromEntries(NAMES.map((name) => [name, value(name)])) as Record<(typeof NAMES)[number], string>;
  return { ...colors, fills: Array.from({ length: FILLS }, (_, i) => value(`fill-${i + 1}`)), font: style.fontFamily };
}
