import { Link, useRouterState } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { boot } from '#web/lib/boot.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { failureText, fieldText } from './failureText.ts';
import { FormButton } from './FormButton.tsx';
import forms from './forms.module.css';
import { IdentityPanel } from './IdentityPanel.tsx';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { passwordRule } from './passwordRule.ts';
import { useNewPassword } from './useNewPassword.ts';

/** Whose link it is only the server knows. */
const nobody = { firstname: '', lastname: '', email: '' };

/** Sets a password with the link of a reset mail or an invitation. The secret stands behind the #, where no server sees it. */
export function Page() {
  const token = useRouterState({ select: (state) => state.location.hash });
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const { ref, fieldProps, faultOf, isGood } = useNewPassword(nobody);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !(await isGood(password))) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await api.session.setPassword({ token, password });
      setIsDone(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };

  if (isDone) return <Done />;
  if (token.length < 20 || (failure instanceof CallError && failure.code === 'invalid-link')) return <UsedLink />;
  const fault = faultOf(password) ?? fieldText(failure, 'password');
  return (
    <IdentityPanel title="Passwort festlegen">
      <form onSubmit={(event) => void submit(event)}>
        <p>Wählen Sie ein Passwort für Ihr Konto. Danach melden Sie sich damit an.</p>
        {failure !== undefined && !fault && <Notice kind="bad">{failureText(failure)}</Notice>}
        <PasswordField
          {...fieldProps}
          ref={ref}
          label="Neues Passwort"
          name="password"
          autoComplete="new-password"
          required
          maxLength={1024}
          hint={passwordRule(boot.signIn)}
          error={fault}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        <FormButton isWide isBusy={isBusy} busyText="Das Passwort wird gespeichert.">
          Passwort speichern
        </FormButton>
      </form>
    </IdentityPanel>
  );
}

function Done() {
  return (
    <IdentityPanel title="Passwort festgelegt">
      <Notice kind="good">Ihr neues Passwort gilt ab sofort. Auf allen anderen Geräten wurden Sie abgemeldet.</Notice>
      <Link to="/login" search className={`${forms['button']} ${forms['wide']}`}>
        Jetzt einloggen
      </Link>
    </IdentityPanel>
  );
}

function UsedLink() {
  return (
    <IdentityPanel title="Passwort festlegen">
      <Notice kind="bad">
        <p>
          <strong>Dieser Link gilt nicht mehr.</strong> Er ist abgelaufen oder wurde schon benutzt.
        </p>
        <p>Ihr Passwort wurde nicht geändert. Sie können gleich einen neuen Link anfordern.</p>
      </Notice>
      <Link to="/login" search hash="passwort" className={`${forms['button']} ${forms['wide']}`}>
        Neuen Link anfordern
      </Link>
    </IdentityPanel>
  );
}
