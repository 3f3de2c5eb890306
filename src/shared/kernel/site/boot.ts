import type { Club, ClubName, KnownClub } from '../clubs.ts';
import type { User } from '../user.ts';

/** The data that the browser needs before the first render; embedded in the page to save a request. */
export type Boot = {
  club: Club;
  /** All clubs: an offer follows the settings of its own club, whatever the site. */
  clubs: { readonly [name in ClubName]: KnownClub };
  parameters: { showSignInErrors: boolean };
  user: User | null;
  signIn: { oidcName: string | null; passwordMin: number; passwordMax: number; passwordClasses: number };
  /** The relying party ID of passkeys shared by all hosts; null if each host has its own. */
  passkeyHost: string | null;
  authKey: string;
  authSyncUrl: string | null;
  /** The bucket name in the paths of the storage API. */
  storageBucket: string;
  /** The notice shown in read-only mode. */
  maintenance: string | null;
  /** The ID of the last change notice before the page was rendered; the event stream continues after it. */
  liveId: number;
  build: string;
  version: string;
};
