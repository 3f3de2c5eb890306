import { dictionary } from '@zxcvbn-ts/language-common';

const list = new Set<string>(dictionary['passwords-common']);

/** Whether a password in small letters stands on the list of the most used ones, the same list that the server holds. */
export function isMostUsed(password: string): boolean {
  return list.has(password);
}
