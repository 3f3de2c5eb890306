import { isAtLeast, type Role } from '#shared/kernel/access.ts';

/** What the settings of the server say about passwords. */
export type PasswordPolicy = { min: number; max: number; classes: number };

/** Staff see data of others, so the specification's 6 characters are too few. */
const staffMinLength = 8;

/** How many characters a password of somebody with this role needs; without a role, of a newcomer. */
export function minLengthOf({ min }: Pick<PasswordPolicy, 'min'>, role: Role = 'reader'): number {
  return isAtLeast(role, 'trainer') ? Math.max(min, staffMinLength) : min;
}
