import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { plainButton } from '#web/ui/plain/PlainButton.tsx';
import { ByContact } from './ByContact.tsx';
import { membershipOfferQuery } from './membershipOffer.ts';

/** The link to the application on /myClub, with the fees, usually the first question. */
export function ApplyPart({ fees }: { fees: ReactNode }) {
  const { name } = boot.club;
  return name === 'GSV' ? (
    <PagePart title="Mitglied werden" lead="Mitglied werden Sie in einem der Vereine.">
      <Link to={pages.membership.path} className={plainButton('main')}>
        Verein wählen
      </Link>
    </PagePart>
  ) : (
    <OfClub club={name} fees={fees} />
  );
}

function OfClub({ club, fees }: { club: Exclude<ClubName, 'GSV'>; fees: ReactNode }) {
  const { data } = useQuery(membershipOfferQuery(club));
  if (data && !data.isOpen) return <ByContact club={club} contact={data.contact} fees={fees} />;
  return (
    <PagePart
      title="Mitglied werden"
      lead={`Stellen Sie den Antrag hier; der Vorstand von ${boot.clubs[club].displayName} meldet sich per Mail.`}
    >
      {fees}
      <Link to={pages.membership.path} className={plainButton('main')}>
        Mitgliedsantrag ausfüllen
      </Link>
    </PagePart>
  );
}
