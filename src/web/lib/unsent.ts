import { boot } from './boot.ts';

const countKey = `${boot.authKey}.unsent`;
const namesKey = `${boot.authKey}.keptNames`;

/** How many marks of a user wait on this device for a network; the sign-out asks before it leaves them. */
export function unsentMarks(userId: string): number {
  return Number(localStorage.getItem(`${countKey}.${userId}`) ?? 0);
}

/** Notes how many marks of a user wait. */
export function setUnsentMarks(userId: string, count: number): void {
  if (count > 0) localStorage.setItem(`${countKey}.${userId}`, String(count));
  else localStorage.removeItem(`${countKey}.${userId}`);
}

/** Whether names of participants lie on this device. */
export function hasKeptNames(): boolean {
  return localStorage.getItem(namesKey) !== null;
}

/** Notes whether names lie on this device. */
export function setKeptNames(has: boolean): void {
  if (has) localStorage.setItem(namesKey, 'yes');
  else localStorage.removeItem(namesKey);
}
