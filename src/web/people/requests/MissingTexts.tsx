import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { applicationTextNames, missingTexts, type ApplicationText } from '#shared/people/applicationTexts.ts';
import { membershipOfferQuery } from './membershipOffer.ts';

/** The texts that a club must publish before it takes applications, each with the way to make it; nothing if all are there. */
export function MissingTexts({ club }: { club: Exclude<ClubName, 'GSV'> }) {
  const { data } = useQuery(membershipOfferQuery(club));
  const missing = data ? missingTexts(data.texts) : [];
  if (missing.length === 0) return null;
  return (
    <Alert color="waiting" title="Vorher fehlt noch">
      <ul>
        {missing.map((text) => (
          <li key={text}>
            <TextToMake club={club} text={text} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The way to the form of a text that has no page yet. */
function TextToMake({ club, text }: { club: ClubName; text: ApplicationText }) {
  return (
    <Link to={pages.adminPages.path} search={{ page: 'neu', kind: text, club }}>
      Seite „{applicationTextNames[text]}“ anlegen
    </Link>
  );
}
