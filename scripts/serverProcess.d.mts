export const serverOptions: string[];
export const serverEnvironment: { [name: string]: string };
