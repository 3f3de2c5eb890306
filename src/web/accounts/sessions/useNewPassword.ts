import { useRef, useState } from 'react';
import { knownWords, passwordFault, type IsMostUsed } from '#shared/accounts/newPassword.ts';
import { minLengthOf } from '#shared/accounts/passwordPolicy.ts';
import type { Role } from '#shared/kernel/access.ts';
import { boot } from '#web/lib/boot.ts';

type Person = { firstname: string; lastname: string; email: string; role?: Role };

/**
 * The check of a new password in its form: what is wrong with it stands at the field while one types, and a weak one is
 * never sent. The list of the most used ones comes when the field is entered.
 */
export function useNewPassword(person: Person) {
  const [isMostUsed, setMostUsed] = useState<IsMostUsed>();
  const [isLeft, setLeft] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const { passwordMin: min, passwordMax: max, passwordClasses: classes } = boot.signIn;
  const policy = { min, max, classes, role: person.role, words: knownWords(boot.club, person) };

  const load = async () => {
    const list = await loadMostUsed();
    setMostUsed(() => list);
    return list;
  };

  return {
    ref,
    fieldProps: { onFocus: () => void load(), onBlur: () => setLeft(true) },
    /** What stands at the field. No hint on length while only the beginning was typed. */
    faultOf: (password: string): string | undefined => {
      const isShown = password !== '' && (isLeft || password.length >= minLengthOf(policy, person.role));
      return isShown ? passwordFault(password, policy, isMostUsed ?? (() => false)) : undefined;
    },
    /** Whether a password may be sent; a weak one is told at the field, which gets the focus if the form gave it the `ref`. */
    isGood: async (password: string): Promise<boolean> => {
      setLeft(true);
      const isGood = passwordFault(password, policy, isMostUsed ?? (await load())) === undefined;
      if (!isGood) ref.current?.focus();
      return isGood;
    },
  };
}

/** Without a line the server decides alone. */
async function loadMostUsed(): Promise<IsMostUsed> {
  try {
    const { isMostUsed } = await import('./mostUsedPasswords.ts');
    return isMostUsed;
  } catch {
    return () => false;
  }
}
