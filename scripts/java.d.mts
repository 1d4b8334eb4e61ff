export const jar: string;
export function buildJava(): boolean;
