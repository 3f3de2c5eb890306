import { useState } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { fieldText } from '#web/lib/call/failure.ts';
import { Field } from '../sessions/Field.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useChangeEmail } from '../sessions/queries.ts';

/** The sign-in email address. A new one takes effect when it is confirmed by mail; the old address is notified. */
export function EmailPart({ profile }: { profile: User }) {
  const [email, setEmail] = useState('');
  const { mutate, isPending, isSuccess, error, variables, reset } = useChangeEmail();
  const fault = fieldText(error, 'email');

  return (
    <RowPart
      id="adresse"
      title="E-Mail-Adresse"
      state={profile.email}
      lead={
        <>
          Sie loggen sich mit <strong>{profile.email}</strong> ein. Eine neue Adresse gilt erst, wenn Sie den Link in der Mail dorthin
          bestätigt haben. Die bisherige Adresse bekommt einen Hinweis.
        </>
      }
    >
      <ProfileForm
        error={error}
        faults={{ email: fault }}
        success={
          isSuccess && `Bitte öffnen Sie den Link in der Mail an ${variables}. Er gilt eine Stunde; bis dahin bleibt alles, wie es ist.`
        }
        button="Bestätigungsmail senden"
        isBusy={isPending}
        busyText="Die Mail wird gesendet."
        onSubmit={() => mutate(email, { onSuccess: () => setEmail('') })}
        onChange={reset}
      >
        <Field
          label="Neue E-Mail-Adresse"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          maxLength={254}
          error={fault}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </ProfileForm>
    </RowPart>
  );
}
