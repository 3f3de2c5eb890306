import { boot } from '#web/lib/boot.ts';
import { storedName } from '#web/lib/session/authKey.ts';

const name = () => storedName(boot.authKey, 'push');

/** For whom this browser shows messages: known without asking the server, so that others need not ask. */
export const stored = {
  isOf: (userId: string) => localStorage.getItem(name()) === userId,
  any: () => localStorage.getItem(name()) !== null,
  set: (userId: string) => localStorage.setItem(name(), userId),
  clear: () => localStorage.removeItem(name()),
};
