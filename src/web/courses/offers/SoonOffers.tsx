import { useQuery } from '@tanstack/react-query';
import { seatPhases } from '#shared/courses/courseStates.ts';
import { filterOffers, isOpenNow, readOfferFilter } from '#shared/courses/offerFilter.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { LinkedPart } from '#web/ui/plain/LinkedPart.tsx';
import { OfferCard } from './OfferCard.tsx';
import classes from './offers.module.css';
import { publicCoursesQuery } from './queries.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

const shownAtMost = 6;

/** Offers that begin soon, those with free seats first, with a link to all; on the association's site those of all clubs. */
export function SoonOffers() {
  const query = useQuery(publicCoursesQuery());
  const { data } = query;
  if (!data) return <LostParts of={[['Angebote', query]]} />;
  const open = filterOffers(data.rows, readOfferFilter({}), today()).filter(isOpenNow);
  if (open.length === 0) return null;
  const free = open.filter(({ phase }) => seatPhases.some((kind) => kind === phase.kind));
  const shown = [...free, ...open.filter((one) => !free.includes(one))].slice(0, shownAtMost);
  return (
    <LinkedPart
      title={shown.every((one) => free.includes(one)) ? 'Bald mit freien Plätzen' : 'Angebote'}
      more={{ link: '/offers', text: open.length === 1 ? 'Alle Angebote' : `Alle ${data.rows.length} Angebote` }}
    >
      <ul className={classes['cards']}>
        {shown.map((one) => (
          <OfferCard key={one.id} offer={one} withClub={boot.club.name === 'GSV'} />
        ))}
      </ul>
    </LinkedPart>
  );
}
