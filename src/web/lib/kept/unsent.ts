import { boot } from '../boot.ts';

const countKey = `${boot.authKey}.unsent`;
const namesKey = `${boot.authKey}.keptNames`;

/** How many attendance marks of a user wait on this device for a network; sign-out asks before it drops them. */
export function unsentMarks(userId: string): number {
  return Number(localStorage.getItem(`${countKey}.${userId}`) ?? 0);
}

/** Stores how many marks of a user wait. */
export function setUnsentMarks(userId: string, count: number): void {
  if (count > 0) localStorage.setItem(`${countKey}.${userId}`, String(count));
  else localStorage.removeItem(`${countKey}.${userId}`);
}

/** Whether names of participants are stored on this device. */
export function hasKeptNames(): boolean {
  return localStorage.getItem(namesKey) !== null;
}

/** Stores whether names are kept on this device. */
export function setKeptNames(has: boolean): void {
  if (has) localStorage.setItem(namesKey, 'yes');
  else localStorage.removeItem(namesKey);
}
