import { useRef, useState } from 'react';
import { knownWords, passwordFault, type IsMostUsed } from '#shared/accounts/newPassword.ts';
import { minLengthOf } from '#shared/accounts/passwordPolicy.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { boot } from '#web/lib/boot.ts';

type Person = { firstname: string; lastname: string; email: string; role?: Role };

/**
 * Validates a new password: errors are shown while typing, and a weak password is never sent. The list of most used
 * passwords is loaded on focus.
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
    /** The message at the field. No hint on the length while the password is still being typed. */
    faultOf: (password: string): string | undefined => {
      const isShown = password !== '' && (isLeft || password.length >= minLengthOf(policy, person.role));
      return isShown ? passwordFault(password, policy, isMostUsed ?? (() => false)) : undefined;
    },
    /** Whether a password may be sent; a weak one is reported at the field, which gets the focus if it has the `ref`. */
    isGood: async (password: string): Promise<boolean> => {
      setLeft(true);
      const isGood = passwordFault(password, policy, isMostUsed ?? (await load())) === undefined;
      if (!isGood) ref.current?.focus();
      return isGood;
    },
  };
}

/** Offline the server alone decides. */
async function loadMostUsed(): Promise<IsMostUsed> {
  try {
    const { isMostUsed } = await import('./mostUsedPasswords.ts');
    return isMostUsed;
  } catch {
    return () => false;
  }
}
