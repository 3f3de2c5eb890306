import { useState } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { fieldText } from '#web/lib/call/failure.ts';
import { Field } from '../sessions/Field.tsx';
import forms from '../sessions/forms.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { useRename } from '../sessions/queries.ts';

/** The user's name, which they may change. */
export function NamePart({ profile }: { profile: User }) {
  return (
    <RowPart id="name" title="Mein Name" state={profile.fullName}>
      <NameForm profile={profile} />
    </RowPart>
  );
}

function NameForm({ profile }: { profile: User }) {
  const [firstname, setFirstname] = useState(profile.firstname);
  const [lastname, setLastname] = useState(profile.lastname);
  const { mutate, isPending, isSuccess, error, reset } = useRename();
  const isChanged = firstname !== profile.firstname || lastname !== profile.lastname;
  const faults = { firstname: fieldText(error, 'firstname'), lastname: fieldText(error, 'lastname') };

  return (
    <ProfileForm
      isWide
      error={error}
      faults={faults}
      success={isSuccess && !isChanged && 'Ihr Name ist gespeichert.'}
      button="Name speichern"
      isMain={isChanged}
      isBusy={isPending}
      busyText="Der Name wird gespeichert."
      onSubmit={() => mutate({ firstname, lastname })}
      onChange={reset}
    >
      <div className={forms['pair']}>
        <Field
          label="Vorname"
          autoComplete="given-name"
          required
          maxLength={80}
          error={faults.firstname}
          value={firstname}
          onChange={(event) => setFirstname(event.currentTarget.value)}
        />
        <Field
          label="Nachname"
          autoComplete="family-name"
          required
          maxLength={80}
          error={faults.lastname}
          value={lastname}
          onChange={(event) => setLastname(event.currentTarget.value)}
        />
      </div>
    </ProfileForm>
  );
}
