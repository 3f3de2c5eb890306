import { useState } from 'react';
import { signInFederated, takeRedirectAnswer } from './federation.ts';
import { FailureNotice } from '../sessions/FailureNotice.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import classes from '../sessions/LoginPage.module.css';

/** Sign-in through the configured provider. Loaded with the page, since the popup must open within the click. */
export function FederatedSignIn({ providerName, onSecondStep }: { providerName: string; onSecondStep: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  // The provider may have redirected back to this page.
  const [hasFailed, setHasFailed] = useState(() => takeRedirectAnswer()?.ok === false);

  const handleClick = async () => {
    setIsBusy(true);
    setHasFailed(false);
    const result = await signInFederated();
    if (result === 'signed-in' || result === 'redirecting') return;
    if (result === 'second-step') return onSecondStep();
    setIsBusy(false);
    setHasFailed(true);
  };

  return (
    <>
      <div className={classes['or']}>oder</div>
      <FailureNotice hasFailed={hasFailed} />
      <FormButton
        type="button"
        look="quiet"
        isWide
        isBusy={isBusy}
        busyText="Das Einloggen läuft in einem eigenen Fenster."
        onClick={() => void handleClick()}
      >
        Mit {providerName} einloggen
      </FormButton>
    </>
  );
}
