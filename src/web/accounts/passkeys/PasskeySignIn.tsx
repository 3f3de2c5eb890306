import { useState } from 'react';
import { FailureNotice } from '../sessions/FailureNotice.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import classes from '../sessions/LoginPage.module.css';
import { loadSignIn } from '../sessions/silentForm.ts';
import { boot } from '#web/lib/boot.ts';
import { knowsPasskeys, usesSharedPasskeys } from './browser.ts';

/** Sign-in with a passkey, without email and password; only in browsers that support it. */
export function PasskeySignIn({ isAlone = false }: { isAlone?: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  /** A passkey of all hosts was requested on another host, and none was chosen: there may be one of this host. */
  const [asksForOwn, setAsksForOwn] = useState(false);
  if (!knowsPasskeys()) return null;

  const handleClick = async (isForOwnHost: boolean) => {
    setIsBusy(true);
    setHasFailed(false);
    const isForAllHosts = !isForOwnHost && (await usesSharedPasskeys());
    const worked = await loadSignIn()
      .then(({ signInWithPasskey }) => signInWithPasskey(isForAllHosts))
      .catch(() => false);
    setIsBusy(false);
    setHasFailed(worked === false);
    setAsksForOwn(isForAllHosts && worked !== true && location.hostname !== boot.passkeyHost);
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
        onClick={() => void handleClick(false)}
      >
        Mit Passkey einloggen
      </FormButton>
      {asksForOwn && (
        <FormButton type="button" look="quiet" isWide isBusy={isBusy} onClick={() => void handleClick(true)}>
          Passkey nur für {location.hostname} benutzen
        </FormButton>
      )}
    </>
  );
}
