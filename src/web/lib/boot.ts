import type { Boot } from '#shared/kernel/site/boot.ts';
import { defaultClubs } from '#shared/kernel/clubs.ts';
import { appVersion } from '#shared/kernel/version.ts';

/**
 * The data that the server wrote into this page. Without it (plain Vite in development) the first club is assumed and
 * the session is fetched.
 */
export const boot: Boot & { isFromServer: boolean } = readBoot();

function readBoot() {
  const text = document.getElementById('boot')?.textContent;
  if (text) {
    const written: Boot = JSON.parse(text);
    return { ...written, isFromServer: true };
  }
  return {
    club: defaultClubs.RWA,
    clubs: {
      RWA: { ...defaultClubs.RWA, site: '' },
      SCB: { ...defaultClubs.SCB, site: '' },
      GSV: { ...defaultClubs.GSV, site: '' },
    },
    parameters: { showSignInErrors: false },
    user: null,
    signIn: { oidcName: null, passwordMin: 6, passwordMax: 256, passwordClasses: 0 },
    passkeyHost: null,
    authKey: 'vereinsportal',
    authSyncUrl: null,
    storageBucket: 'club-files',
    maintenance: null,
    liveId: 0,
    build: 'dev',
    version: appVersion,
    isFromServer: false,
  };
}
