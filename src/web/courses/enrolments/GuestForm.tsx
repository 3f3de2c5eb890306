import { useState, type FormEvent } from 'react';
import { isMinor } from '#shared/kernel/age.ts';
import { needsGuardian, priceFor, reasonsAgainst } from '#shared/courses/eligibility.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { needsWayHome } from '#shared/people/wayHome.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { newId } from '#web/lib/newId.ts';
import { agreedWords, partnerInWords, priceInWords, waitingSentence, type ShownOrder } from '#shared/courses/orders.ts';
import { priceFromNow } from '#shared/courses/priceShare.ts';
import { LastStep } from './LastStep.tsx';
import { ConsentFields, noAgreements } from './Agreements.tsx';
import { CollectorsField, EmergencyField, WayHomeField, wayHomeOf } from './EmergencyField.tsx';
import { ContactFields, NameFields, ParentFields, type Start } from './GuestFields.tsx';
import { GenderField, genderOf } from './AddPersonForm.tsx';
import classes from '../offers/course.module.css';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import type { Offer } from '../offers/offer.ts';
import { useSignUpMutations, type Guest } from '../offers/queries.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { GuestWaiting } from './GuestWaiting.tsx';
import { useHeld, withOwnSeat } from './heldSignUp.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';

type GuestInput = Omit<Guest, 'of' | 'id' | 'holdKey' | 'replaces'>;

/** Enrols without an account: the seat is held until the email address is confirmed, which can be corrected until then. */
export function GuestForm({ offer: seen, start }: { offer: Offer; start?: Start | undefined }) {
  const { guest } = useSignUpMutations();
  const { held, keep, forget } = useHeld(seen.id);
  const offer = withOwnSeat(seen, held);
  const [isChanging, setIsChanging] = useState(false);
  const send = (input: GuestInput) => {
    const whole: Guest = { ...input, of: offer.of, id: offer.id, holdKey: newId(), replaces: held?.input.holdKey };
    const waits = offer.phase.action === 'waitlist';
    guest.mutate(whole, { onSuccess: () => (keep(whole, waits), setIsChanging(false)) });
  };
  if (held && !isChanging)
    return (
      <GuestWaiting
        held={held}
        isPending={guest.isPending}
        error={guest.error}
        onSendAgain={(onSuccess) => guest.mutate(held.input, { onSuccess })}
        onChange={() => setIsChanging(true)}
        onOver={forget}
      />
    );
  return <TypedFields offer={offer} start={held ? known(held.input) : start} home={held?.input} guest={guest} onSend={send} />;
}

/** The earlier input as initial values. */
function known({ firstname, lastname, birthDate, gender, email, ...rest }: Guest): Start {
  const { phone = '', guardianFirstname = '', guardianLastname = '', emergencyPhone = '' } = rest;
  return { firstname, lastname, birthDate, gender: gender ?? null, email, phone, guardianFirstname, guardianLastname, emergencyPhone };
}

type TypedFieldsProps = {
  offer: Offer;
  start: Start | undefined;
  /** The earlier input of the way home. */
  home: Pick<Guest, 'goesHome' | 'collectors'> | undefined;
  guest: ReturnType<typeof useSignUpMutations>['guest'];
  onSend: (input: GuestInput) => void;
};

function TypedFields({ offer, start, home: { goesHome, collectors } = {}, guest, onSend }: TypedFieldsProps) {
  const [birthDate, setBirthDate] = useState(start?.birthDate ? germanDate(start.birthDate) : '');
  const [agreements, setAgreements] = useState<Pick<typeof noAgreements, 'allowsPhotos' | 'consents'>>(noAgreements);
  const [emergencyPhone, setEmergencyPhone] = useState(start?.emergencyPhone ?? '');
  const [now] = useState(today);
  const day = dayOf(birthDate, now);
  const reasons = day ? reasonsAgainst(offer, { birthDate: day, gender: null }, now) : [];
  const isChild = needsGuardian(offer, day, now);
  const errorOf = (path: string) => fieldText(guest.error, path);
  const shown = guestWords(offer, day);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reasons.length > 0) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    onSend({
      firstname: text('firstname'),
      lastname: text('lastname'),
      birthDate: day ?? birthDate,
      gender: genderOf(text('gender')),
      email: text('email'),
      phone: text('phone'),
      emergencyPhone: isChild ? emergencyPhone : '',
      goesHome: isChild ? wayHomeOf(text('goesHome')) : undefined,
      collectors: isChild ? text('collectors') : '',
      guardianFirstname: text('guardianFirstname'),
      guardianLastname: text('guardianLastname'),
      allowsPhotos: agreements.allowsPhotos,
      consents: agreements.consents,
      acceptsTerms: true,
    });
  };
  return (
    <PlainForm className={classes['form']} onSubmit={submit} refusal={guest.error}>
      <NameFields start={start} errorOf={errorOf} />
      <PlainField
        label="Geburtsdatum (TT.MM.JJJJ)"
        required
        inputMode="numeric"
        placeholder="24.12.2015"
        value={birthDate}
        onChange={(event) => setBirthDate(event.currentTarget.value)}
        error={reasons.join(' ') || errorOf('birthDate')}
      />
      <GenderField start={start?.gender ?? 'x'} />
      {isChild && (
        <>
          <ParentFields start={start} errorOf={errorOf} />
          <EmergencyField value={emergencyPhone} onChange={setEmergencyPhone} error={guest.error} path="emergencyPhone" />
          <WayHomeField name="goesHome" required={needsWayHome(day, now)} start={goesHome} />
          <CollectorsField start={collectors} />
        </>
      )}
      <ContactFields start={start} errorOf={errorOf} />
      <ConsentFields club={offer.club} required={offer.requiredConsents} value={agreements} onChange={setAgreements} error={guest.error} />
      <LastStep club={offer.club} what={offer.what} shown={shown} />
      <PlainTick required>{agreedWords(offer.phase.action === 'waitlist')}</PlainTick>
      <Refusal error={guest.error} />
      {reasons.length > 0 && <p className={classes['error']}>So geht es nicht: Bitte sehen Sie beim Geburtsdatum nach.</p>}
      <PlainButton type="submit" look="main" disabled={guest.isPending}>
        {shown.button}
      </PlainButton>
    </PlainForm>
  );
}

/** Not binding yet: due date and payment method are shown on the page behind the mail's link, above its button. */
function guestWords(offer: Offer, birthDate: string | null): ShownOrder {
  const waits = offer.phase.action === 'waitlist';
  const sum = waits ? '' : guestPrice(offer, birthDate);
  const later = sum ? ['Verbindlich wird es erst über den Link in der Mail. Dort lesen Sie, wann und wie Sie bezahlen.'] : [];
  const button = waits ? 'Kostenlos auf die Warteliste' : sum ? 'Zahlungspflichtig anmelden' : 'Verbindlich anmelden';
  const partner = partnerInWords(boot.clubs[offer.club].displayName);
  return { sentences: waits ? [partner, waitingSentence] : [partner, ...offer.cancelRule, ...later], sum, button };
}

/** A guest's price, as far as the birth date determines it; late enrolments pay for the remaining sessions. */
function guestPrice({ prices, startsOn, dated }: Offer, birthDate: string | null): string {
  const isUnder18 = isMinor(birthDate, startsOn);
  const price = priceFor(prices, { isMember: false, isPartnerMember: false, isUnder18 });
  if (!price || price.cents === 0) return '';
  const { cents, note } = dated ? priceFromNow(price, dated, new Date()) : { cents: price.cents, note: '' };
  return `Preis: ${priceInWords({ priceCents: cents, pricePer: price.per })}${note && `, ${note}`}`;
}
