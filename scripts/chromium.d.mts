export function chromium(): string;
