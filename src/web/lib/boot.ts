import type { Club } from '#shared/clubs.ts';
import { defaultClubs } from '#shared/clubs.ts';
import type { PublicParameters } from '#shared/config.ts';
import type { User } from '#shared/user.ts';
import { appVersion } from '#shared/version.ts';

/** What the server wrote into the page, so that nothing has to be asked before the first paint. */
export type Boot = {
  club: Club;
  parameters: PublicParameters;
  user: User | null;
  signIn: { oidcName: string | null; passwordMin: number; passwordClasses: number };
  authKey: string;
  authSyncUrl: string | null;
  /** The bucket of the storage routes. */
  storageBucket: string;
  /** The last live notice before the server wrote this page: all that the page reads is newer. */
  liveId: number;
  build: string;
  version: string;
};

/** The boot block of this page. Without one (Vite alone in development) the first club stands in and the session is asked for. */
export const boot: Boot & { isFromServer: boolean } = readBoot();

function readBoot() {
  const text = document.getElementById('boot')?.textContent;
  if (text) return { ...(JSON.parse(text) as Boot), isFromServer: true };
  return {
    club: defaultClubs.RWA,
    parameters: { showSignInErrors: false },
    user: null,
    signIn: { oidcName: null, passwordMin: 6, passwordClasses: 0 },
    authKey: 'vereinsportal',
    authSyncUrl: null,
    storageBucket: 'club-files',
    liveId: 0,
    build: 'dev',
    version: appVersion,
    isFromServer: false,
  };
}
