// How names are written into sentences, for reports that mark them.

export type Naming = (name: string) => string;
