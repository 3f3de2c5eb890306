import { useState } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { failureText, fieldText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { PasswordField } from '../sessions/PasswordField.tsx';
import { passwordRule } from '../sessions/passwordRule.ts';
import { useNewPassword } from '../sessions/useNewPassword.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { useChangePassword, useRequestPassword } from '../sessions/queries.ts';

/** Changes the password; an account that signs in only through the provider can request one by mail. */
export function PasswordPart({ profile }: { profile: User & { hasPassword: boolean } }) {
  return profile.hasPassword ? <ChangePassword profile={profile} /> : <FirstPassword email={profile.email} />;
}

function ChangePassword({ profile }: { profile: User }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const { mutate, isPending, isSuccess, error, reset } = useChangePassword();
  const { firstname, lastname, email, role } = profile;
  const { ref, fieldProps, faultOf, isGood } = useNewPassword({ firstname, lastname, email, role: role.name });

  const change = async () => {
    if (!(await isGood(password))) return;
    mutate(
      { currentPassword, password },
      {
        onSuccess: () => {
          setCurrentPassword('');
          setPassword('');
        },
      },
    );
  };
  const faults = { current: fieldText(error, 'currentPassword'), next: faultOf(password) ?? fieldText(error, 'password') };

  return (
    <RowPart id="passwort" title="Passwort" state="Ändern" lead="Nach einer Änderung werden Sie auf allen anderen Geräten ausgeloggt.">
      <ProfileForm
        error={error}
        faults={faults}
        success={isSuccess && 'Ihr Passwort ist geändert. Alle anderen Geräte wurden ausgeloggt.'}
        button="Passwort ändern"
        isBusy={isPending}
        busyText="Das Passwort wird geändert."
        onSubmit={() => void change()}
        onChange={reset}
      >
        <PasswordField
          label="Bisheriges Passwort"
          autoComplete="current-password"
          required
          maxLength={1024}
          error={faults.current}
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
        <PasswordField
          {...fieldProps}
          ref={ref}
          label="Neues Passwort"
          autoComplete="new-password"
          required
          maxLength={1024}
          hint={passwordRule(boot.signIn, role.name)}
          error={faults.next}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </ProfileForm>
    </RowPart>
  );
}

function FirstPassword({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, error } = useRequestPassword();
  return (
    <RowPart
      id="passwort"
      title="Passwort"
      state="Noch keines"
      lead={`Sie loggen sich über „${boot.signIn.oidcName ?? 'einen anderen Dienst'}“ ein und haben hier kein eigenes Passwort. Mit einem Passwort können Sie sich auch ohne den Dienst einloggen.`}
    >
      {error && <Notice kind="bad">{failureText(error)}</Notice>}
      {isSuccess && <Notice kind="good">Der Link ist unterwegs an {email}. Er gilt 30 Minuten. Danach loggen Sie sich neu ein.</Notice>}
      <FormButton type="button" look="quiet" isBusy={isPending} busyText="Die Mail wird gesendet." onClick={() => mutate(email)}>
        Link zum Festlegen senden
      </FormButton>
    </RowPart>
  );
}
