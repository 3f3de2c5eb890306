let list: Promise<Set<string>> | undefined;

/** Whether a password stands on the list of the most leaked ones (npm @zxcvbn-ts/language-common). Loaded at the first question. */
export async function isLeaked(password: string): Promise<boolean> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'] as string[]));
  return (await list).has(password.toLowerCase());
}
