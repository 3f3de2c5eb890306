import { useState } from 'react';
import { signOut } from './signIn.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from './FormButton.tsx';
import { Notice } from './Notice.tsx';

/** Signs out here and in all tabs of this browser. */
export function SignOutButton() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const handleClick = async () => {
    setIsBusy(true);
    try {
      await signOut();
    } catch (error) {
      setFailure(failureText(error));
    }
    // The user may stay signed in because of attendance marks that are not sent yet.
    setIsBusy(false);
  };

  return (
    <>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <FormButton type="button" look="quiet" isBusy={isBusy} busyText="Sie werden ausgeloggt." onClick={() => void handleClick()}>
        Ausloggen
      </FormButton>
    </>
  );
}
