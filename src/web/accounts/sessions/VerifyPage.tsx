import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { pathAfterSignIn } from '#shared/kernel/back.ts';
import { useBack } from '#web/lib/useBack.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from './FormButton.tsx';
import forms from './forms.module.css';
import { IdentityPanel } from './IdentityPanel.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { Notice } from './Notice.tsx';

/**
 * Confirms an address with the link of a mail. Opening the page changes nothing, since mail scanners open links; people
 * press the button.
 */
export function Page() {
  const { user } = useAuth();
  const back = useBack();
  const { history } = useRouter();
  const token = useRouterState({ select: (state) => state.location.hash });
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const handleConfirm = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await api.session.verifyEmail({ token });
      const { checkSession, startOpenedSession } = await import('./signIn.ts');
      // After registration the viewer is signed in and returns to the page they came from; a signed-in viewer sees the
      // new address.
      const comes = user ? void checkSession() : await startOpenedSession();
      if (comes) history.replace(pathAfterSignIn(comes.role.name, back));
      else setIsDone(true);
    } catch (error) {
      if (error instanceof CallError && error.code === 'new-password-needed') setIsElsewhere(true);
      else setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };

  if (isDone) return <Done />;
  if (token.length < 20 || (failure instanceof CallError && failure.code === 'invalid-link')) return <UsedLink />;
  if (isElsewhere)
    return (
      <IdentityPanel title="Passwort festlegen">
        <NewPasswordForm
          save={(password) => api.session.setPassword({ token, password })}
          onDone={() => setIsDone(true)}
          onFailure={setFailure}
        >
          <p>
            Dieses Konto wurde in einem anderen Browser angelegt. Damit niemand sonst in Ihr Konto kommt, wählen Sie bitte hier Ihr
            Passwort. Damit ist auch Ihre Adresse bestätigt.
          </p>
          <p>Haben Sie kein Konto angelegt, schließen Sie einfach diese Seite.</p>
        </NewPasswordForm>
      </IdentityPanel>
    );
  return (
    <IdentityPanel title="E-Mail-Adresse bestätigen">
      <p>Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.</p>
      {failure !== undefined && <Notice kind="bad">{failureText(failure)}</Notice>}
      <FormButton type="button" isWide isBusy={isBusy} busyText="Die Adresse wird bestätigt." onClick={() => void handleConfirm()}>
        Bestätigen
      </FormButton>
    </IdentityPanel>
  );
}

function Done() {
  const { user } = useAuth();
  return (
    <IdentityPanel title="Adresse bestätigt">
      <Notice kind="good">Vielen Dank. Ihre E-Mail-Adresse ist bestätigt.</Notice>
      <Link to={user ? '/profile' : '/login'} search={!user} className={`${forms['button']} ${forms['wide']}`}>
        {user ? 'Zu meinem Profil' : 'Jetzt einloggen'}
      </Link>
    </IdentityPanel>
  );
}

function UsedLink() {
  const { user } = useAuth();
  return (
    <IdentityPanel title="E-Mail-Adresse bestätigen">
      <Notice kind="bad">
        <p>
          <strong>Dieser Link gilt nicht mehr.</strong> Er ist abgelaufen oder wurde schon benutzt.
        </p>
        <p>
          {user
            ? 'Eine neue Adresse können Sie in Ihrem Profil noch einmal angeben.'
            : 'Haben Sie die Adresse schon bestätigt, können Sie sich einloggen. Sonst legen Sie das Konto bitte noch einmal an; Sie bekommen dann einen neuen Link.'}
        </p>
      </Notice>
      <Link to={user ? '/profile' : '/login'} search={!user} className={`${forms['button']} ${forms['wide']}`}>
        {user ? 'Zu meinem Profil' : 'Einloggen'}
      </Link>
      {!user && (
        <Link to="/login" search hash="registrieren" className={`${forms['link']} ${forms['wide']}`}>
          Konto noch einmal anlegen
        </Link>
      )}
    </IdentityPanel>
  );
}
