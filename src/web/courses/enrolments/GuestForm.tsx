import { useState, type FormEvent } from 'react';
import { needsGuardian, reasonsAgainst } from '#shared/courses/eligibility.ts';
import { today } from '#web/lib/berlinDay.ts';
import { CallError } from '#web/lib/call/call.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { ConsentFields, noAgreements } from './Agreements.tsx';
import { GenderField } from './AddPersonForm.tsx';
import classes from '../offers/course.module.css';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import type { Offer } from '../offers/offer.ts';
import { useSignUpMutations } from '../offers/queries.ts';
import { Refusal } from './Refusal.tsx';

/** Signs up without an account: the seat is held while the address is confirmed. */
export function GuestForm({ offer }: { offer: Offer }) {
  const { guest } = useSignUpMutations();
  const [birthDate, setBirthDate] = useState('');
  const [agreements, setAgreements] = useState<Pick<typeof noAgreements, 'allowsPhotos' | 'consents'>>(noAgreements);
  const [now] = useState(today);
  const day = dayOf(birthDate, now);
  const reasons = day ? reasonsAgainst(offer, { birthDate: day, gender: null }, now) : [];
  const isChild = needsGuardian(offer, day, now);
  const errorOf = (path: string) =>
    guest.error instanceof CallError ? guest.error.fields.find((one) => one.path === path)?.message : undefined;
  const waits = offer.phase.action === 'waitlist';
  // The own sign-up may have taken the last place: what was so when it was sent is told.
  const [waited, setWaited] = useState(waits);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWaited(waits);
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    guest.mutate({
      of: offer.of,
      id: offer.id,
      firstname: text('firstname'),
      lastname: text('lastname'),
      birthDate: day ?? birthDate,
      gender: text('gender') as 'x', // The options are the four genders.
      email: text('email'),
      phone: text('phone'),
      guardianFirstname: text('guardianFirstname'),
      guardianLastname: text('guardianLastname'),
      allowsPhotos: agreements.allowsPhotos,
      consents: agreements.consents,
      acceptsTerms: true,
    });
  };
  if (guest.isSuccess)
    return (
      <output className={classes['done']}>
        <p>
          <strong>Fast geschafft.</strong> Bitte bestätigen Sie die Anmeldung innerhalb von 30 Minuten über den Link in der Mail, die wir
          Ihnen gerade geschickt haben. {waited ? 'Danach stehen Sie auf der Warteliste.' : 'Bis dahin halten wir den Platz frei.'}
        </p>
      </output>
    );
  return (
    <form className={classes['form']} onSubmit={submit}>
      <PlainField label="Vorname" name="firstname" required autoComplete="given-name" error={errorOf('firstname')} />
      <PlainField label="Nachname" name="lastname" required autoComplete="family-name" error={errorOf('lastname')} />
      <PlainField
        label="Geburtsdatum (TT.MM.JJJJ)"
        required
        inputMode="numeric"
        placeholder="24.12.2015"
        value={birthDate}
        onChange={(event) => setBirthDate(event.currentTarget.value)}
        error={reasons.join(' ') || errorOf('birthDate')}
      />
      <GenderField />
      {isChild && (
        <>
          <PlainField label="Vorname eines Elternteils" name="guardianFirstname" required error={errorOf('guardianFirstname')} />
          <PlainField label="Nachname eines Elternteils" name="guardianLastname" required error={errorOf('guardianLastname')} />
        </>
      )}
      <PlainField label="E-Mail" name="email" type="email" required autoComplete="email" error={errorOf('email')} />
      <PlainField label="Telefon (freiwillig)" name="phone" type="tel" autoComplete="tel" error={errorOf('phone')} />
      <ConsentFields required={offer.requiredConsents} value={agreements} onChange={setAgreements} error={guest.error} />
      <label className={classes['check']}>
        <input type="checkbox" required />
        <span>Ich melde verbindlich an und habe die Abmelderegel gelesen.</span>
      </label>
      <Refusal error={guest.error} />
      <button type="submit" className={classes['button']} disabled={guest.isPending || reasons.length > 0}>
        {waits ? 'Auf die Warteliste setzen' : 'Anmeldung absenden'}
      </button>
    </form>
  );
}
