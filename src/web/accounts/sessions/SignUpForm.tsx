import { useState } from 'react';
import { boot } from '#web/lib/boot.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { Field } from './Field.tsx';
import { FormButton } from './FormButton.tsx';
import forms from './forms.module.css';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { passwordRule } from './passwordRule.ts';
import { loadSignIn, useSilentForm } from './silentForm.ts';
import { useNewPassword } from './useNewPassword.ts';

type SignUpFormProps = { email: string; onEmail: (email: string) => void; /** The page to return to. */ back: string | undefined };

/** Creates an account. The result is the same whether or not the address is known already. */
export function SignUpForm({ email, onEmail, back }: SignUpFormProps) {
  const [firstname, setFirstname] = useState('');
  const [lastname, setLastname] = useState('');
  const [isSent, setIsSent] = useState(false);
  const { faultOf, isGood, fieldProps } = useNewPassword({ firstname, lastname, email });
  const { isBusy, hasFailed, onSubmit, passwordProps } = useSilentForm('sign-up', async (password) => {
    if (!(await isGood(password))) return 'not sent';
    const { signUp } = await loadSignIn();
    const worked = await signUp({ firstname, lastname, email, password, back });
    setIsSent(worked);
    return worked;
  });

  if (isSent) {
    return (
      <Notice kind="good">
        <p>
          <strong>Fast geschafft.</strong> Wir haben eine Mail an {email} gesendet.
        </p>
        <p>Bitte öffnen Sie den Link darin innerhalb von 24 Stunden. Schauen Sie auch im Spam-Ordner nach.</p>
      </Notice>
    );
  }
  return (
    <PlainForm onSubmit={onSubmit}>
      <FailureNotice hasFailed={hasFailed} />
      <div className={forms['pair']}>
        <Field
          label="Vorname"
          name="firstname"
          autoComplete="given-name"
          required
          maxLength={80}
          value={firstname}
          onChange={(event) => setFirstname(event.currentTarget.value)}
        />
        <Field
          label="Nachname"
          name="lastname"
          autoComplete="family-name"
          required
          maxLength={80}
          value={lastname}
          onChange={(event) => setLastname(event.currentTarget.value)}
        />
      </div>
      <Field
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={254}
        hint="Dorthin senden wir einen Link, mit dem Sie die Adresse bestätigen."
        value={email}
        onFocus={() => void loadSignIn()}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordField
        {...passwordProps}
        {...fieldProps}
        error={faultOf(passwordProps.value)}
        label="Passwort"
        name="password"
        autoComplete="new-password"
        required
        maxLength={1024}
        hint={passwordRule(boot.signIn)}
      />
      <FormButton isWide isBusy={isBusy} busyText="Das Konto wird angelegt.">
        Konto anlegen
      </FormButton>
    </PlainForm>
  );
}
