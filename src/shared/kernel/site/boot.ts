import type { Club, ClubName, KnownClub } from '../clubs.ts';
import type { User } from '../user.ts';

/** What the browser must know before it draws anything: it stands in the page, so it costs no further request. */
export type Boot = {
  club: Club;
  /** All clubs: an offer is that of its own club on whichever site it is read. */
  clubs: { readonly [name in ClubName]: KnownClub };
  /** The public parameters. */
  parameters: { showSignInErrors: boolean };
  user: User | null;
  signIn: { oidcName: string | null; passwordMin: number; passwordMax: number; passwordClasses: number };
  /** The host whose passkeys all hosts may use; null where each has its own. */
  passkeyHost: string | null;
  authKey: string;
  authSyncUrl: string | null;
  /** The bucket of the storage routes. */
  storageBucket: string;
  /** The notice shown while the product is read-only. */
  maintenance: string | null;
  /** The last live notice before the page was written: all that the page reads is newer, and its stream begins there. */
  liveId: number;
  build: string;
  version: string;
};
