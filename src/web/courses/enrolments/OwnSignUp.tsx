import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import classes from '../offers/course.module.css';
import { AgreementFields, noAgreements } from './Agreements.tsx';
import { AddPersonForm } from './AddPersonForm.tsx';
import type { Offer } from '../offers/offer.ts';
import { candidatesQuery, useSignUpMutations } from '../offers/queries.ts';
import { Refusal } from './Refusal.tsx';

/** Signs up oneself and one's children; what stands against it is said before. */
export function OwnSignUp({ offer }: { offer: Offer }) {
  const { user } = useAuth();
  const { data, error } = useQuery(candidatesQuery(offer));
  const [isAdding, setIsAdding] = useState(false);
  if (error) return <Refusal error={error} />;
  if (!data) return <Pending />;
  const hasSelf = data.some(({ relation }) => relation === 'self');
  return (
    <section className={classes['card']} aria-labelledby="anmelden">
      <h2 id="anmelden" className={classes['cardTitle']}>
        Anmelden
      </h2>
      {data.length > 0 && <Choice offer={offer} people={data} />}
      {isAdding || data.length === 0 ? (
        <AddPersonForm club={offer.club} user={user} mayBeSelf={!hasSelf} onDone={() => setIsAdding(false)} />
      ) : (
        <button type="button" className={classes['quietButton']} onClick={() => setIsAdding(true)}>
          Weitere Person eintragen
        </button>
      )}
    </section>
  );
}

function Choice({ offer, people }: { offer: Offer; people: Candidate[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [together, setTogether] = useState(true);
  const [accepts, setAccepts] = useState(false);
  const [agreements, setAgreements] = useState(noAgreements);
  const { register } = useSignUpMutations();
  const open = people.filter(isOpen);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const waits = people.some(({ personId, phase }) => chosen.includes(personId) && phase.action === 'waitlist');
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate(
          { ...agreements, of: offer.of, id: offer.id, personIds: [...chosen], together: together && chosen.length > 1 },
          { onSuccess: () => (setChosen([]), setAgreements(noAgreements)) },
        );
      }}
    >
      <fieldset className={classes['people']}>
        <legend>Wer kommt?</legend>
        {people.map((one) => (
          <label key={one.personId} className={classes['person']} aria-label={`${one.name}, ${wordsOn(one)}`}>
            <input type="checkbox" checked={chosen.includes(one.personId)} disabled={!isOpen(one)} onChange={() => toggle(one.personId)} />
            <span>
              <strong>{one.name}</strong>
              <span className={classes['why']}>{wordsOn(one)}</span>
              {one.isNewHere && <span className={classes['why']}>wird bei {boot.clubs[offer.club].displayName} neu eingetragen</span>}
            </span>
          </label>
        ))}
      </fieldset>
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
              people={people.filter(({ personId }) => chosen.includes(personId))}
              required={offer.requiredConsents}
              error={register.error}
              value={agreements}
              onChange={setAgreements}
            />
          )}
          <label className={classes['check']}>
            <input type="checkbox" checked={accepts} onChange={() => setAccepts(!accepts)} />
            <span>Ich melde verbindlich an und habe die Abmelderegel gelesen.</span>
          </label>
          <Refusal error={register.error} />
          <button type="submit" className={classes['button']} disabled={chosen.length === 0 || !accepts || register.isPending}>
            {waits ? 'Auf die Warteliste setzen' : offer.registration === 'approval' ? 'Anfragen' : 'Verbindlich anmelden'}
          </button>
        </>
      )}
      <output className={classes['done']}>
        {register.data?.map(({ id, state, position }) => (
          <p key={id}>
            {enrolmentStateNames[state]}
            {position !== null && `: Platz ${position}`}. Die Bestätigung kommt per Mail.
          </p>
        ))}
      </output>
    </form>
  );
}

function isOpen({ reasons, phase, state }: Candidate): boolean {
  return reasons.length === 0 && state === null && (phase.action === 'register' || phase.action === 'waitlist');
}

function wordsOn({ state, reasons, phase, priceCents }: Candidate): string {
  if (state) return `schon dabei: ${enrolmentStateNames[state]}`;
  if (reasons.length > 0) return reasons.join(' ');
  if (phase.action === 'none') return phase.text;
  const price = priceCents === null ? '' : priceCents === 0 ? 'kostenlos' : euros(priceCents);
  return [price, phase.action === 'waitlist' ? phase.text : ''].filter(Boolean).join(' · ');
}
