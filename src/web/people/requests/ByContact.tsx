import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { plainButton } from '#web/ui/plain/PlainButton.tsx';

type ByContactProps = {
  club: ClubName;
  /** The path of the club's contact page; null without one. */
  contact: string | null;
  fees: ReactNode;
};

/** How one becomes a member of a club that takes no applications online. */
export function ByContact({ club, contact, fees }: ByContactProps) {
  const { displayName } = boot.clubs[club];
  return (
    <PagePart
      title="So werden Sie Mitglied"
      lead={`${displayName} nimmt Mitglieder persönlich auf: Fragen Sie nach dem Antrag, gern auch bei einer Schnupperstunde.`}
    >
      {fees}
      <p>
        <a href={contact ?? '/feedback'} className={plainButton('main')}>
          {contact ? 'Kontakt zum Verein' : 'Dem Verein schreiben'}
        </a>
      </p>
    </PagePart>
  );
}
