import { boot } from './boot.ts';

const countKey = `${boot.authKey}.unsent`;
const namesKey = `${boot.authKey}.keptNames`;

/** How many marks wait on this device for a network; the sign-out asks before it leaves them. */
export function unsentMarks(): number {
  return Number(localStorage.getItem(countKey) ?? 0);
}

/** Notes how many marks wait. */
export function setUnsentMarks(count: number): void {
  if (count > 0) localStorage.setItem(countKey, String(count));
  else localStorage.removeItem(countKey);
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
