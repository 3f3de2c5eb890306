import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lastDayOf, visitsInWords } from '#shared/courses/cards/cardRules.ts';
import type { CardQuote, OfferedCard } from '#shared/courses/cards/cardShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { newId } from '#web/lib/newId.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { AddPersonForm } from '../enrolments/AddPersonForm.tsx';
import { PlacedPanel } from '../enrolments/Arrival.tsx';
import { LastStep } from '../enrolments/LastStep.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { usePaying } from '../orders/PayingChoice.tsx';
import { focusField } from './focusField.ts';
import { cardQuoteQuery, useBuying } from './queries.ts';

type BuyCardProps = { card: OfferedCard; club: ClubName };

/** Buys a card: the persons, then the last step with the price and the binding button. */
export function BuyCard({ card, club }: BuyCardProps) {
  const { user } = useAuth();
  const [personIds, setPersonIds] = useState<readonly string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(cardQuoteQuery(card.id, personIds));
  const { data } = query;
  const buying = useBuying();
  // Retrying after a lost response is the same purchase.
  const [key] = useState(newId);
  if (buying.data)
    return (
      <PlacedPanel title="Die Karte ist gekauft">
        <p>
          {buying.data.people.map(({ name }) => name).join(', ')}: noch {visitsInWords(buying.data.left)}, gültig bis{' '}
          {germanDate(buying.data.validUntil)}.
        </p>
        <p>
          Die Bestätigung kommt per Mail. <a href="/me">Zu meiner Übersicht</a>
        </p>
      </PlacedPanel>
    );
  if (!data) return <Loading query={query} />;
  const toggle = (id: string) => setPersonIds(personIds.includes(id) ? personIds.filter((one) => one !== id) : [...personIds, id]);
  if (isAdding || data.people.length === 0)
    return (
      <AddPersonForm
        club={club}
        user={user}
        mayBeSelf={data.people.length === 0}
        onClose={data.people.length > 0 ? () => setIsAdding(false) : undefined}
        onDone={({ id }) => (setIsAdding(false), setPersonIds([...personIds, id]))}
      />
    );
  return (
    <>
      <fieldset className={classes['people']}>
        <legend>Für wen?</legend>
        {data.people.map(({ personId, name, isNewHere }, at) => (
          <label key={personId} className={classes['person']}>
            <input
              ref={at === 0 ? focusField : undefined}
              type="checkbox"
              checked={personIds.includes(personId)}
              onChange={() => toggle(personId)}
            />
            <span>
              <strong>{name}</strong>
              {isNewHere && <span className={classes['why']}>wird bei {boot.clubs[club].displayName} neu eingetragen</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {data.people.length > 1 && <p className={classes['quiet']}>Mehrere teilen sich die Karte.</p>}
      {personIds.length > 0 && data.step && (
        <Binding
          sale={{ key, id: card.id, personIds }}
          quote={{ ...data, step: data.step }}
          isStale={query.isPlaceholderData}
          buying={buying}
        />
      )}
      {personIds.length === 0 && (
        <>
          <p className={classes['quiet']}>Heute gekauft, gilt sie bis {germanDate(lastDayOf(today(), card.validMonths))}.</p>
          <span className={classes['more']}>
            <PlainButton onClick={() => setIsAdding(true)}>Weitere Person eintragen</PlainButton>
          </span>
        </>
      )}
    </>
  );
}

type BindingProps = {
  sale: { key: string; id: string; personIds: readonly string[] };
  quote: CardQuote & { step: NonNullable<CardQuote['step']> };
  /** The selection has changed, and the price shown is the previous one. */ isStale: boolean;
  buying: ReturnType<typeof useBuying>;
};

function Binding({ sale, quote: { product, people, step }, isStale, buying }: BindingProps) {
  const { paying, sent } = usePaying([step]);
  const names = people.filter(({ personId }) => sale.personIds.includes(personId)).map(({ name }) => name);
  return (
    <PlainForm
      className={classes['form']}
      refusal={buying.error}
      onSubmit={(event) => {
        event.preventDefault();
        buying.mutate({ ...sale, personIds: [...sale.personIds], quote: step.quote, acceptsTerms: true, ...sent });
      }}
    >
      <LastStep club={product.club} what={product.title} who={names} shown={step} paying={paying} error={buying.error} />
      <PlainTick required>Ich kaufe die Karte verbindlich und habe gelesen, wann sie endet.</PlainTick>
      <Refusal error={buying.error} />
      <PlainButton type="submit" look="main" disabled={isStale || buying.isPending}>
        {step.button}
      </PlainButton>
    </PlainForm>
  );
}
