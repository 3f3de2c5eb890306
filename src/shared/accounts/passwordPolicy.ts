import { isAtLeast, type Role } from '#shared/kernel/roles.ts';

/** The password policy of the server settings: minimum and maximum length, and the number of character classes. */
export type PasswordPolicy = { min: number; max: number; classes: number };

/** Staff access personal data of others, so the specification's 6 characters are not enough. */
const staffMinLength = 8;

/** The minimum password length for a role; without a role, for a new account. */
export function minLengthOf({ min }: Pick<PasswordPolicy, 'min'>, role: Role = 'reader'): number {
  return isAtLeast(role, 'trainer') ? Math.max(min, staffMinLength) : min;
}
