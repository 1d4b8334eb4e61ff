export function bundled(entry: string, options?: object): Promise<string>;
export function policyHash(text: string): string;
export function writePage(): Promise<void>;
