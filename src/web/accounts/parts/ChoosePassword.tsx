import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NewPasswordForm } from '../sessions/NewPasswordForm.tsx';
import { startOpenedSession } from '../sessions/signIn.ts';
import forms from '../sessions/forms.module.css';

type ChoosePasswordProps = {
  /** Creates the account and signs in. */
  save(password: string): Promise<unknown>;
  /** Called when signed in; without it the own page opens. */
  onDone?: () => void;
  children: ReactNode;
};

/**
 * Creates an account with a single field, for somebody whose email address is verified already; they are signed in at
 * once.
 */
export function ChoosePassword({ save, onDone, children }: ChoosePasswordProps) {
  const { history } = useRouter();
  return (
    <div className={forms['panel']}>
      <NewPasswordForm
        save={save}
        label="Passwort wählen"
        button="Konto anlegen"
        onDone={() => void startOpenedSession().then(onDone ?? (() => history.push('/me')))}
        onFailure={() => undefined}
      >
        {children}
      </NewPasswordForm>
    </div>
  );
}
