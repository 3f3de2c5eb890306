import { useState } from 'react';
import { productInWords } from '#shared/courses/cards/cardRules.ts';
import type { OfferedCard } from '#shared/courses/cards/cardShapes.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { euros } from '#shared/kernel/money.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../offers/course.module.css';

// Most visitors only read: the form is loaded on demand.
const BuyCard = lazyPart(async () => (await import('./BuyCard.tsx')).BuyCard);

/** The fragment that links to the cards, e.g. after sign-in. */
const cardHash = '#karte';

/** The cards for several visits that are valid for an offer, with a form to buy one; renders nothing if there are none. */
export function CardPart({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  const [chosen, setChosen] = useState<OfferedCard>();
  if (course.cards.length === 0 || ['draft', 'cancelled', 'ended'].includes(course.phase.kind)) return null;
  return (
    <section className={classes['card']} aria-labelledby={cardHash.slice(1)}>
      <h2 id={cardHash.slice(1)} className={classes['cardTitle']}>
        Mit Karte kommen
      </h2>
      {course.cards.map((card) => (
        <div key={card.id} className={classes['buttons']}>
          <p>
            <strong>{card.title}</strong>: {productInWords(card)}, {euros(card.cents)}
          </p>
          {user && chosen?.id !== card.id && <PlainButton onClick={() => setChosen(card)}>{card.title} kaufen</PlainButton>}
          {user && chosen?.id === card.id && <BuyCard key={card.id} card={card} club={course.club} />}
        </div>
      ))}
      {!user && (
        <p className={classes['quiet']}>
          <AccountLink to="login" at={cardHash} club={course.club}>
            Zum Kaufen einloggen
          </AccountLink>
        </p>
      )}
    </section>
  );
}
