import { useState, type FormEvent } from 'react';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { Field } from './Field.tsx';
import { FormButton } from './FormButton.tsx';
import { Notice } from './Notice.tsx';

type ForgotFormProps = { email: string; onEmail: (email: string) => void; /** The page to return to. */ back: string | undefined };

/** Requests a link to set a new password. The answer is the same for every address. */
export function ForgotForm({ email, onEmail, back }: ForgotFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const [{ api }, { failureText }] = await Promise.all([import('#web/lib/call/call.ts'), import('#web/lib/call/failure.ts')]);
    try {
      await api.session.requestPasswordReset({ email, back });
      setIsSent(true);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setIsBusy(false);
    }
  };

  if (isSent) {
    return (
      <Notice kind="good">
        <p>Wenn es zu {email} ein Konto gibt, ist jetzt eine Mail mit einem Link unterwegs.</p>
        <p>Der Link gilt 30 Minuten. Schauen Sie auch im Spam-Ordner nach.</p>
      </Notice>
    );
  }
  return (
    <PlainForm onSubmit={(event) => void submit(event)}>
      <p>Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.</p>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <Field
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <FormButton isWide isBusy={isBusy} busyText="Der Link wird angefordert.">
        Link anfordern
      </FormButton>
    </PlainForm>
  );
}
