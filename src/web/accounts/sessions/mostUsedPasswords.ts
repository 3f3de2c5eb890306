import { dictionary } from '@zxcvbn-ts/language-common';

const list = new Set<string>(dictionary['passwords-common']);

/** Whether a lower-case password is on the list of most used ones, which the server checks too. */
export function isMostUsed(password: string): boolean {
  return list.has(password);
}
