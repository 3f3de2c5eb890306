import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './ClubBand.module.css';

type ClubBandProps = {
  club: ClubName;
  /** What belongs to the club; default "Angebot". */ what?: string;
};

/** Names the club that an offer, event or list belongs to, with crest and full name; renders nothing on that club's own site. */
export function ClubBand({ club, what = 'Angebot' }: ClubBandProps) {
  if (club === boot.club.name) return null;
  return (
    <p className={classes['band']}>
      <img src={clubLooks[club].favicon} alt="" width={24} height={24} />
      <span>
        {what} von <strong>{boot.clubs[club].displayName}</strong>
      </span>
    </p>
  );
}
