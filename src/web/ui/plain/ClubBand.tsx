import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './ClubBand.module.css';

type ClubBandProps = {
  club: ClubName;
  /** What it is; default "Angebot". */ what?: string;
};

/** Whose an offer, an event or a list is, with crest and full name; nothing on the site of that club itself. */
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
