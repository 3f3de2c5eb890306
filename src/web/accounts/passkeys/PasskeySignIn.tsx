import { useState } from 'react';
import { FailureNotice } from '../sessions/FailureNotice.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import classes from '../sessions/LoginPage.module.css';
import { loadSignIn } from '../sessions/silentForm.ts';
import { knowsPasskeys } from './browser.ts';

/** The way in without an address and a password; only where the browser knows it. */
export function PasskeySignIn({ isAlone = false }: { isAlone?: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (!knowsPasskeys()) return null;

  const handleClick = async () => {
    setIsBusy(true);
    setHasFailed(false);
    const worked = await loadSignIn()
      .then(({ signInWithPasskey }) => signInWithPasskey())
      .catch(() => false);
    setIsBusy(false);
    setHasFailed(worked === false);
  };

  return (
    <>
      {!isAlone && <div className={classes['or']}>oder</div>}
      <FailureNotice hasFailed={hasFailed} />
      <FormButton
        type="button"
        look={isAlone ? 'main' : 'quiet'}
        isWide
        isBusy={isBusy}
        busyText="Bitte bestätigen Sie auf Ihrem Gerät."
        onClick={() => void handleClick()}
      >
        Mit Passkey einloggen
      </FormButton>
    </>
  );
}
