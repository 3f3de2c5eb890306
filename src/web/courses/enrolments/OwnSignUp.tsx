import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isForChildren } from '#shared/courses/eligibility.ts';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Candidate, Placed } from '#shared/courses/enrolmentShapes.ts';
import { boot } from '#web/lib/boot.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from '../offers/course.module.css';
import { AgreementFields, noAgreements } from './Agreements.tsx';
import { useAgreements } from './useAgreements.ts';
import { PlacedPanel, SignUpTitle } from './Arrival.tsx';
import { agreedWords, priceInWords } from '#shared/courses/orders.ts';
import { LastStep } from './LastStep.tsx';
import { shownTo } from './shownOrder.ts';
import { KeptSeats } from '../orders/KeptSeats.tsx';
import { usePaying } from '../orders/PayingChoice.tsx';
import { AddPersonForm } from './AddPersonForm.tsx';
import type { Offer } from '../offers/offer.ts';
import { candidatesQuery, useSignUpMutations } from '../offers/queries.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { FieldFault } from '#web/ui/plain/forms/FieldFault.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';

/** Enrols the viewer and their children; obstacles are shown beforehand. */
export function OwnSignUp({ offer }: { offer: Offer }) {
  const { user } = useAuth();
  const query = useQuery(candidatesQuery(offer));
  const { data } = query;
  const [isAdding, setIsAdding] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (!data) return <Loading query={query} />;
  const hasSelf = data.some(({ relation }) => relation === 'self');
  return (
    <section className={classes['card']} aria-labelledby="anmelden">
      <SignUpTitle>Anmelden</SignUpTitle>
      {offer.waysToPay && <p className={classes['quiet']}>{offer.waysToPay}</p>}
      {data.length > 0 && <Choice offer={offer} people={data} chosen={chosen} setChosen={setChosen} />}
      {isAdding || data.length === 0 ? (
        <AddPersonForm
          club={offer.club}
          user={user}
          mayBeSelf={!hasSelf}
          startsWithSelf={data.length === 0 && !isForChildren(offer)}
          onClose={data.length > 0 ? () => setIsAdding(false) : undefined}
          onDone={({ id }) => (setIsAdding(false), setChosen([...chosen, id]))}
        />
      ) : (
        <span className={classes['more']}>
          <PlainButton onClick={() => setIsAdding(true)}>Weitere Person eintragen</PlainButton>
        </span>
      )}
    </section>
  );
}

function quotesOf(people: readonly Candidate[]): { [personId: string]: string } {
  return Object.fromEntries(people.map(({ personId, quote }) => [personId, quote]));
}

type ChoiceProps = {
  offer: Offer;
  people: Candidate[];
  /** The selected persons; a person just added is selected. */
  chosen: readonly string[];
  setChosen: (ids: readonly string[]) => void;
};

function Choice({ offer, people, chosen: ticked, setChosen }: ChoiceProps) {
  const [together, setTogether] = useState(true);
  const [accepts, setAccepts] = useState(false);
  const { register } = useSignUpMutations();
  const [placed, setPlaced] = useState(nothingTold);
  const open = people.filter(isOpen);
  const chosen = ticked.filter((id) => open.some(({ personId }) => personId === id));
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const comes = people.filter(({ personId }) => chosen.includes(personId));
  const { agreements, setAgreements, knownOf } = useAgreements(comes);
  // Before anybody is chosen, the words are those for all who can be.
  const asked = comes.length > 0 ? comes : open;
  const shown = shownTo(offer, comes, offer.isPermanent === true);
  const { button } = comes.length > 0 ? shown : shownTo(offer, open, false);
  const { paying, sent } = usePaying(comes);
  const arrived = arrivedWords(register, people);
  return (
    <PlainForm
      className={classes['form']}
      refusal={register.error}
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate(
          {
            ...agreements,
            of: offer.of,
            id: offer.id,
            personIds: [...chosen],
            quotes: quotesOf(comes),
            ...(shown.sum && sent),
            together: together && chosen.length > 1,
          },
          {
            onSuccess: (rows) => (
              setPlaced(placedWords(rows, chosen, people)),
              setChosen([]),
              setAccepts(false),
              setAgreements(noAgreements)
            ),
          },
        );
      }}
    >
      <People offer={offer} people={people} chosen={chosen} onToggle={toggle} />
      <KeptSeats people={people} />
      {chosen.length > 1 && (
        <label className={classes['check']}>
          <input type="checkbox" checked={together} onChange={() => setTogether(!together)} />
          <span>Nur zusammen: alle bekommen einen Platz oder niemand</span>
        </label>
      )}
      {open.length > 0 && (
        <>
          {chosen.length > 0 && (
            <AgreementFields
              club={offer.club}
              people={comes}
              knownOf={knownOf}
              required={offer.requiredConsents}
              error={register.error}
              value={agreements}
              onChange={setAgreements}
            />
          )}
          {comes.length > 0 && (
            <LastStep club={offer.club} what={offer.what} who={comes.map(lineOf)} shown={shown} paying={paying} error={register.error} />
          )}
          <PlainTick required checked={accepts} onChange={() => setAccepts(!accepts)}>
            {agreedWords(asked.every(waits))}
          </PlainTick>
          {arrived.words.length === 0 && <Refusal error={register.error} />}
          <PlainButton type="submit" look="main" disabled={register.isPending}>
            {button}
          </PlainButton>
        </>
      )}
      {placed.words.length + arrived.words.length > 0 && (
        <PlacedWords key={register.submittedAt} told={arrived.words.length > 0 ? arrived : placed} next={offer.next} />
      )}
    </PlainForm>
  );
}

type PeopleProps = { offer: Offer; people: Candidate[]; chosen: readonly string[]; onToggle: (id: string) => void };

/** The persons to choose from; at least one is required. */
function People({ offer, people, chosen, onToggle }: PeopleProps) {
  const fieldId = useId();
  const isLacking = chosen.length === 0;
  const first = people.find(isOpen);
  return (
    <fieldset className={classes['people']}>
      <legend>Wer kommt?</legend>
      {people.map((one) => (
        <label key={one.personId} className={classes['person']} aria-label={`${one.name}, ${wordsOn(one)}`}>
          <input
            type="checkbox"
            checked={chosen.includes(one.personId)}
            disabled={!isOpen(one)}
            onChange={() => onToggle(one.personId)}
            {...(one === first && { id: fieldId, required: isLacking, 'aria-describedby': `${fieldId}-error` })}
          />
          <span>
            <strong>{one.name}</strong>
            <span className={classes['why']}>{wordsOn(one)}</span>
            {one.isNewHere && <span className={classes['why']}>wird bei {boot.clubs[offer.club].displayName} neu eingetragen</span>}
          </span>
        </label>
      ))}
      {isLacking && <FieldFault of={fieldId} id={`${fieldId}-error`} words="Bitte wählen, wer kommt." />}
    </fieldset>
  );
}

type Told = { words: readonly string[]; states: readonly (Placed['state'] | null)[] };

const nothingTold: Told = { words: [], states: [] };

/** The state of each person, what comes next, and a link to all enrolments. */
function PlacedWords({ told, next }: { told: Told; next: string | undefined }) {
  const hasSeat = told.states.includes('confirmed');
  return (
    <PlacedPanel title="Das hat geklappt">
      {told.words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hasSeat && next && <p>Nächster Termin: {next}</p>}
      {told.states.includes('waitlisted') && <p>Wird ein Platz frei, kommt eine Mail mit der Frage, ob Sie ihn annehmen.</p>}
      <p>
        {hasSeat && 'Die Bestätigung kommt per Mail, mit den Terminen für den Kalender. '}
        <a href="/me">Zu meiner Übersicht</a>
      </p>
    </PlacedPanel>
  );
}

function isOpen({ reasons, phase, state }: Candidate): boolean {
  return reasons.length === 0 && state === null && (phase.action === 'register' || phase.action === 'waitlist');
}

function waits({ phase }: Candidate): boolean {
  return phase.action === 'waitlist';
}

/** The state of each person, as sentences. */
function placedWords(rows: readonly Placed[], chosen: readonly string[], people: readonly Candidate[]): Told {
  const words = rows.map(({ state, position }, at) => {
    const name = people.find(({ personId }) => personId === chosen[at])?.name ?? '';
    if (state === 'waitlisted') return `${name} steht auf der Warteliste, Platz ${position ?? 1}.`;
    return state === 'pending'
      ? `Die Anfrage für ${name} ist eingegangen. Der Verein muss noch zusagen; Sie bekommen eine Mail.`
      : `${name} ist angemeldet.`;
  });
  return { words, states: rows.map(({ state }) => state) };
}

/** The persons of an enrolment that was stored although its response was lost; undefined while unknown. */
function arrivedWords({ error, variables }: ReturnType<typeof useSignUpMutations>['register'], people: readonly Candidate[]): Told {
  if (!(error instanceof CallError) || error.code !== 'network-request-failed') return nothingTold;
  const meant = people.filter(({ personId }) => variables?.personIds.includes(personId));
  if (meant.some(({ state }) => state === null)) return nothingTold;
  return {
    words: meant.map(({ name, state }) => `${name}: ${enrolmentStateNames[state ?? 'confirmed']}`),
    states: meant.map(({ state }) => state),
  };
}

/** "Mila: 12,00 € im Monat", "Ben: Warteliste, kostenlos". */
function lineOf({ name, phase, ...price }: Candidate): string {
  return `${name}: ${phase.action === 'waitlist' ? 'Warteliste, kostenlos' : priceInWords(price) || 'kostenlos'}`;
}

function wordsOn({ state, keptUntil, reasons, phase, ...price }: Candidate): string {
  if (keptUntil) return state === 'declined' ? 'eben abgelehnt' : 'eben abgesagt';
  if (state) return `schon dabei: ${enrolmentStateNames[state]}`;
  if (reasons.length > 0) return reasons.join(' ');
  if (phase.action === 'none') return phase.text;
  const { priceCents, fullPriceCents } = price;
  const whole =
    priceCents !== null && fullPriceCents !== null && priceCents < fullPriceCents
      ? `statt ${euros(fullPriceCents)}: nur die Termine, die noch kommen`
      : '';
  return [[priceInWords(price), whole].filter(Boolean).join(', '), phase.action === 'waitlist' ? phase.text : '']
    .filter(Boolean)
    .join(' · ');
}
