import { useEffect, useState } from 'react';
import { boot } from '#web/lib/boot.ts';
import { knowsPasskeys, usesSharedPasskeys } from '../passkeys/browser.ts';
import { PasskeySignIn } from '../passkeys/PasskeySignIn.tsx';
import forms from '../sessions/forms.module.css';
import classes from '../sessions/LoginPage.module.css';
import { Notice } from '../sessions/Notice.tsx';
import type { SecondStep } from '../sessions/signIn.ts';
import { CodeForm } from './CodeForm.tsx';

/**
 * The step after the password: a code of the app, a passkey, or either if the user has both. After a reload the page
 * does not know which, so it offers both.
 */
export function SecondStepForm({ next = { hasCode: true, passkeyHosts: [location.hostname] } }: { next: SecondStep | undefined }) {
  const { hasCode, passkeyHosts } = next;
  const isShared = useSharedPasskeys();
  const isHere = passkeyHosts.includes(location.hostname) || (isShared && passkeyHosts.includes(boot.passkeyHost ?? ''));
  return (
    <>
      {hasCode && <CodeForm />}
      {!hasCode && <p className={classes['help']}>Ihr Passwort stimmt. Bitte bestätigen Sie jetzt mit Ihrem Passkey, dass Sie es sind.</p>}
      {isHere && <PasskeySignIn isAlone={!hasCode} />}
      {isHere && !hasCode && !knowsPasskeys() && (
        <Notice kind="bad">Dieser Browser kennt keine Passkeys. Bitte nehmen Sie das Gerät, auf dem Sie ihn angelegt haben.</Notice>
      )}
      {!isHere && !hasCode && <Elsewhere hosts={passkeyHosts} />}
      {!hasCode && (
        <p className={classes['help']}>
          Haben Sie das Gerät verloren, bitten Sie den Vorstand Ihres Vereins, den zweiten Faktor zurückzusetzen.
        </p>
      )}
    </>
  );
}

/** Whether passkeys of all hosts work here. The sign-in page has no query client yet. */
function useSharedPasskeys(): boolean {
  const [isShared, setIsShared] = useState(false);
  useEffect(() => void usesSharedPasskeys().then(setIsShared), []);
  return isShared;
}

function Elsewhere({ hosts }: { hosts: readonly string[] }) {
  return (
    <Notice>
      Ihr Passkey gehört zu einer anderen Adresse. Loggen Sie sich bitte dort ein:
      {hosts.map((host) => (
        <div key={host}>
          <a className={forms['link']} href={`${location.protocol}//${host}${location.port && `:${location.port}`}/login`}>
            {host}
          </a>
        </div>
      ))}
    </Notice>
  );
}
