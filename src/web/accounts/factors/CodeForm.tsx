import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FailureNotice } from '../sessions/FailureNotice.tsx';
import { Field } from '../sessions/Field.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import classes from '../sessions/LoginPage.module.css';
import { loadSignIn, useSilentForm } from '../sessions/silentForm.ts';

/** The second step of sign-in. As in the first step, a failure shows no reason; hints are below the form. */
export function CodeForm() {
  const { isBusy, hasFailed, onSubmit, passwordProps } = useSilentForm('sign-in', async (code) => {
    const { signInWithCode } = await loadSignIn();
    return signInWithCode(code);
  });
  return (
    <PlainForm onSubmit={onSubmit}>
      <FailureNotice hasFailed={hasFailed} />
      <Field
        {...passwordProps}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        minLength={6}
        maxLength={20}
        hint="Sechs Ziffern aus Ihrer Code-App oder einer Ihrer Wiederherstellungscodes."
      />
      <FormButton isWide isBusy={isBusy} busyText="Sie werden eingeloggt.">
        Einloggen
      </FormButton>
      <p className={classes['help']}>
        Jeder Code gilt nur einmal und etwa eine Minute. Klappt es nicht, warten Sie auf den nächsten. Haben Sie die App verloren, bitten
        Sie den Vorstand Ihres Vereins, den zweiten Faktor zurückzusetzen.
      </p>
    </PlainForm>
  );
}
