import { useState } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { fieldText } from '#web/lib/call/failure.ts';
import { Field } from '../sessions/Field.tsx';
import forms from '../sessions/forms.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import classes from './ProfilePage.module.css';
import { useRename } from '../sessions/queries.ts';

/** The user's identity in the portal. They may change their name; role, club and member are changed by the board. */
export function NamePart({ profile }: { profile: User }) {
  const facts = [
    ['Verein', profile.clubDisplayName],
    ['Rolle', profile.roleDisplayName],
    ...(profile.memberId ? [['Mitgliedsnummer', profile.memberId] as const] : []),
    ['Konto seit', formatDate(profile.createdAt)],
    ['Zuletzt eingeloggt', formatDateTime(profile.lastLogin)],
    ['Kontobesuche', String(profile.logins)],
  ] as const;
  return (
    <PagePart title="Meine Daten">
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <NameForm profile={profile} />
    </PagePart>
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
