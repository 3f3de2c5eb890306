import { boot } from '#web/lib/boot.ts';
import { storedName } from '#web/lib/session/authKey.ts';

const name = () => storedName(boot.authKey, 'push');

/** The user whose push messages this browser shows: kept locally, so that other users cause no request. */
export const stored = {
  isOf: (userId: string) => localStorage.getItem(name()) === userId,
  any: () => localStorage.getItem(name()) !== null,
  set: (userId: string) => localStorage.setItem(name(), userId),
  clear: () => localStorage.removeItem(name()),
};
