import { useQuery } from '@tanstack/react-query';
import type { OwnCard } from '#shared/courses/cards/cardShapes.ts';
import { dayInWords, germanDate } from '#shared/kernel/calendar.ts';
import classes from '../offers/course.module.css';
import { cardState, leftInWords, namesOf } from './cardWords.ts';
import { myCardsQuery } from './queries.ts';

type OwnCardsProps = {
  /** Omits cards that can no longer be used. */
  onlyValid?: boolean;
};

/** The family's cards with remaining visits, expiry and history; renders nothing if there are none. */
export function OwnCards({ onlyValid = false }: OwnCardsProps) {
  const { data } = useQuery(myCardsQuery());
  const shown = data?.filter(({ standing }) => !onlyValid || standing === 'valid') ?? [];
  if (shown.length === 0) return null;
  return (
    <div className={classes['cards']}>
      {shown.map((card) => (
        <section key={card.id} className={classes['card']} data-state={card.standing}>
          <h3 className={classes['cardTitle']}>{card.title}</h3>
          <p>
            <strong>{card.standing === 'valid' ? leftInWords(card) : cardState(card)}</strong>
            {card.standing !== 'empty' && `, gültig bis ${germanDate(card.validUntil)}`}
          </p>
          <p className={classes['quiet']}>
            {namesOf(card)} · {card.scope}
          </p>
          {!onlyValid && <Visits card={card} />}
        </section>
      ))}
    </div>
  );
}

function Visits({ card: { taken, people } }: { card: OwnCard }) {
  if (taken.length === 0) return null;
  return (
    <details>
      <summary>{taken.length === 1 ? '1 Besuch' : `${taken.length} Besuche`}</summary>
      {taken.map(({ sessionId, day, offer, name }) => (
        <p key={`${sessionId}${name}`} className={classes['quiet']}>
          {[dayInWords(day), offer, people.length > 1 && name].filter(Boolean).join(' · ')}
        </p>
      ))}
    </details>
  );
}
