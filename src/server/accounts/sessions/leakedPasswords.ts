import type { IsMostUsed } from '#shared/accounts/newPassword.ts';

let list: Promise<IsMostUsed> | undefined;

/** The most common passwords (npm @zxcvbn-ts/language-common), loaded on first use. */
export function mostUsedPasswords(): Promise<IsMostUsed> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const words = new Set<string>(dictionary['passwords-common']);
    return (password) => words.has(password);
  });
  return list;
}
