import { useState, type FormEvent } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { genderAnswers, type OwnPerson } from '#shared/people/people.ts';
import { needsWayHome } from '#shared/people/wayHome.ts';
import type { User } from '#shared/kernel/user.ts';
import { today } from '#web/lib/berlinDay.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import classes from '../offers/course.module.css';
import { useKnownEmergency } from '#web/people/parts/useKnownEmergency.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { useSignUpMutations } from '../offers/queries.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { CollectorsField, EmergencyField, WayHomeField, wayHomeOf } from './EmergencyField.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';

type AddPersonFormProps = {
  club: ClubName;
  user: User | null;
  mayBeSelf: boolean;
  /** Whether the viewer is selected at first rather than a child. */
  startsWithSelf?: boolean;
  onDone: (person: OwnPerson) => void;
  /** Closes the form; without it the form is the only way on. */
  onClose?: (() => void) | undefined;
};

/** Adds the viewer or a child, for whom they declare to be the guardian. */
export function AddPersonForm({ club, user, mayBeSelf, startsWithSelf = mayBeSelf, onDone, onClose }: AddPersonFormProps) {
  const { addPerson } = useSignUpMutations();
  const [isSelf, setIsSelf] = useState(mayBeSelf && startsWithSelf);
  const [typedPhone, setEmergencyPhone] = useState<string>();
  const known = useKnownEmergency(!isSelf)();
  const emergencyPhone = typedPhone ?? known?.phone ?? '';
  const [birthDate, setBirthDate] = useState('');
  const day = dayOf(birthDate, today());
  const errorOf = (path: string) => fieldText(addPerson.error, path);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    addPerson.mutate(
      {
        club,
        relation: isSelf ? 'self' : 'guardian',
        firstname: text('firstname'),
        lastname: text('lastname'),
        birthDate: day ?? birthDate,
        gender: genderOf(text('gender')),
        emergencyPhone: isSelf ? '' : emergencyPhone,
        goesHome: isSelf ? undefined : wayHomeOf(text('goesHome')),
        collectors: isSelf ? '' : text('collectors'),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <PlainForm className={classes['form']} onSubmit={submit} refusal={addPerson.error}>
      {mayBeSelf && (
        <fieldset className={classes['people']}>
          <legend>Wen tragen Sie ein?</legend>
          <label className={classes['check']}>
            <input type="radio" name="who" checked={isSelf} onChange={() => setIsSelf(true)} /> <span>mich selbst</span>
          </label>
          <label className={classes['check']}>
            <input type="radio" name="who" checked={!isSelf} onChange={() => setIsSelf(false)} /> <span>mein Kind</span>
          </label>
        </fieldset>
      )}
      <PlainField
        label="Vorname"
        name="firstname"
        required
        autoComplete="off"
        defaultValue={isSelf ? user?.firstname : ''}
        key={`f${isSelf}`}
        error={errorOf('firstname')}
      />
      <PlainField label="Nachname" name="lastname" required autoComplete="off" defaultValue={user?.lastname} error={errorOf('lastname')} />
      <PlainField
        label="Geburtsdatum (TT.MM.JJJJ)"
        required
        inputMode="numeric"
        placeholder="24.12.2015"
        value={birthDate}
        onChange={(event) => setBirthDate(event.currentTarget.value)}
        error={errorOf('birthDate')}
      />
      <GenderField />
      {!isSelf && (
        <EmergencyField value={emergencyPhone} known={known} onChange={setEmergencyPhone} error={addPerson.error} path="emergencyPhone" />
      )}
      {!isSelf && <WayHomeField name="goesHome" required={needsWayHome(day, today())} />}
      {!isSelf && <CollectorsField />}
      {!isSelf && <p className={classes['quiet']}>Mit dem Eintragen erklären Sie, dass Sie sorgeberechtigt sind.</p>}
      <Refusal error={errorOf('birthDate') || errorOf('emergencyPhone') ? null : addPerson.error} />
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={addPerson.isPending}>
          Eintragen
        </PlainButton>
        {onClose && <PlainButton onClick={onClose}>Doch nicht</PlainButton>}
      </div>
    </PlainForm>
  );
}

/** Parses the value of the gender field. */
export function genderOf(chosen: string) {
  return keysOf(genderAnswers).find((one) => one === chosen) ?? 'x';
}

/** The gender, with "not stated" first. */
export function GenderField({ start = 'x' }: { start?: keyof typeof genderAnswers }) {
  return (
    <PlainSelect label="Geschlecht" name="gender" defaultValue={start}>
      {(['x', 'w', 'm', 'd', 'o'] as const).map((one) => (
        <option key={one} value={one}>
          {genderAnswers[one]}
        </option>
      ))}
    </PlainSelect>
  );
}
