import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { api, CallError } from '#web/lib/call/call.ts';
import forms from './forms.module.css';
import { IdentityPanel } from './IdentityPanel.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Notice } from './Notice.tsx';

/** Sets a password with the link of a reset mail or an invitation. The secret is in the fragment, which is not sent to a server. */
export function Page() {
  const token = useRouterState({ select: (state) => state.location.hash });
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  if (isDone) return <Done />;
  if (token.length < 20 || (failure instanceof CallError && failure.code === 'invalid-link')) return <UsedLink />;
  return (
    <IdentityPanel title="Passwort festlegen">
      <NewPasswordForm
        save={(password) => api.session.setPassword({ token, password })}
        onDone={() => setIsDone(true)}
        onFailure={setFailure}
      >
        <p>Wählen Sie ein Passwort für Ihr Konto. Danach loggen Sie sich damit ein.</p>
      </NewPasswordForm>
    </IdentityPanel>
  );
}

function Done() {
  return (
    <IdentityPanel title="Passwort festgelegt">
      <Notice kind="good">Ihr neues Passwort gilt ab sofort. Auf allen anderen Geräten wurden Sie ausgeloggt.</Notice>
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
