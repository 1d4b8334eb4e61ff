export interface Import {
  readonly specifier: string;
  readonly to: string | undefined;
  readonly typeOnly: boolean;
}
export type Imports = ReadonlyMap<string, readonly Import[]>;
export type Arrows = ReadonlyMap<string, ReadonlyMap<string, number>>;
export function readImports(src: string): Imports;
export function roomOf(path: string): string;
export function arrowsOf(imports: Imports): Arrows;
