import { Link } from '@tanstack/react-router';
import { boot } from '#web/lib/boot.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { Field } from './Field.tsx';
import { FormButton } from './FormButton.tsx';
import forms from './forms.module.css';
import classes from './LoginPage.module.css';
import { PasswordField } from './PasswordField.tsx';
import type { SecondStep } from './signIn.ts';
import { loadSignIn, useSilentForm } from './silentForm.ts';

type SignInProps = { email: string; onEmail: (email: string) => void; onSecondStep: (next: SecondStep) => void };

/** Email and password. A failure shows no reason, so hints are below the form. */
export function SignInForm({ email, onEmail, onSecondStep }: SignInProps) {
  const { isBusy, hasFailed, onSubmit, passwordProps } = useSilentForm('sign-in', async (password) => {
    const { signIn } = await loadSignIn();
    const outcome = await signIn(email, password);
    if (typeof outcome === 'boolean') return outcome;
    onSecondStep(outcome);
    return true;
  });
  return (
    <PlainForm onSubmit={onSubmit}>
      <FailureNotice hasFailed={hasFailed} />
      <Field
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        required
        maxLength={254}
        value={email}
        onFocus={() => void loadSignIn()}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordField {...passwordProps} label="Passwort" name="password" autoComplete="current-password" required maxLength={1024} />
      <div className={classes['forgot']}>
        <Link to="/login" search hash="passwort" className={forms['link']}>
          Passwort vergessen?
        </Link>
      </div>
      <FormButton isWide isBusy={isBusy} busyText="Sie werden eingeloggt.">
        Einloggen
      </FormButton>
      <p className={classes['help']}>
        Es klappt nicht? Prüfen Sie die Schreibweise der Adresse. Passwörter haben mindestens {boot.signIn.passwordMin} Zeichen, Groß- und
        Kleinschreibung zählt. Nach mehreren Versuchen hilft eine kurze Pause.
      </p>
    </PlainForm>
  );
}
