import type { Club } from '#shared/kernel/clubs.ts';
import type { PublicParameters } from '#shared/club/config.ts';
import type { User } from '#shared/kernel/user.ts';

/** What the browser must know before it draws anything: it stands in the page, so it costs no further request. */
export type Boot = {
  club: Club;
  parameters: PublicParameters;
  user: User | null;
  signIn: { oidcName: string | null; passwordMin: number; passwordClasses: number };
  authKey: string;
  authSyncUrl: string | null;
  /** The bucket of the storage routes. */
  storageBucket: string;
  /** The last live notice before the page was written: all that the page reads is newer, and its stream begins there. */
  liveId: number;
  build: string;
  version: string;
};
