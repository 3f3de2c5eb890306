export const namingVersion: string[];
export function withVersion(text: string, version: string): string;
