import { Link } from '@tanstack/react-router';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { lowestPriceInWords, timesOfOffer } from '#shared/courses/courseText.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { ruleInWords } from '#shared/courses/eligibility.ts';
import { motifOf } from './motif.ts';
import { boot } from '#web/lib/boot.ts';
import { formatDay } from '#web/lib/format.ts';
import { StoredPicture } from '#web/ui/files/StoredPicture.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './offers.module.css';
import { phaseWords } from './phaseWords.ts';

/** An offer in a list: time, location, age, price, free seats. The whole card is one link. */
export function OfferCard({ offer, withClub }: { offer: ListedCourse; withClub: boolean }) {
  const { slug, title, subtitle, kind, club, place, slots, next, phase } = offer;
  return (
    <li>
      <Link to="/id/$course" params={{ course: slug }} className={classes['card']}>
        <Picture offer={offer} />
        <span className={classes['words']}>
          {withClub && (
            <span className={classes['club']}>
              <img src={clubLooks[club].favicon} alt="" width={20} height={20} />
              {boot.clubs[club].displayName}
            </span>
          )}
          <strong className={classes['title']}>{title}</strong>
          {subtitle && <span className={classes['quiet']}>{subtitle}</span>}
          <span>{slots.length > 0 ? timesOfOffer(offer).join(', ') : courseKindNames[kind]}</span>
          <span>{[place, ageOf(offer)].filter(Boolean).join(' · ')}</span>
          {next && offer.startsOn !== offer.endsOn && <span className={classes['quiet']}>nächster: {formatDay(next.startsAt)}</span>}
          <span className={classes['foot']}>
            <strong>{lowestPriceInWords(offer.priceFrom)}</strong>
            <span className={classes['phase']} data-kind={phase.kind}>
              {phaseWords(offer)}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}

function Picture({ offer: { title, image } }: { offer: ListedCourse }) {
  return (
    <span className={classes['picture']}>
      {image ? <StoredPicture path={image} alt="" sizes="72px" width={72} height={72} /> : <Icon name={motifOf(title)} size={40} />}
    </span>
  );
}

function ageOf(offer: ListedCourse): string {
  return ruleInWords({ ...offer, ageReference: '' }).replace(' ()', '') || 'für alle';
}
