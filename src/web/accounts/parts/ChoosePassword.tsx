import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NewPasswordForm } from '../sessions/NewPasswordForm.tsx';
import { startOpenedSession } from '../sessions/signIn.ts';
import forms from '../sessions/forms.module.css';

type ChoosePasswordProps = {
  /** Creates the account and signs in. */
  save(password: string): Promise<unknown>;
  children: ReactNode;
};

/**
 * Creates an account with a single field, for somebody whose email address is verified already; they are signed in at
 * once and come to their own page.
 */
export function ChoosePassword({ save, children }: ChoosePasswordProps) {
  const { history } = useRouter();
  return (
    <div className={forms['panel']}>
      <NewPasswordForm
        save={save}
        label="Passwort wählen"
        button="Konto anlegen"
        onDone={() => void startOpenedSession().then(() => history.push('/me'))}
        onFailure={() => undefined}
      >
        {children}
      </NewPasswordForm>
    </div>
  );
}
