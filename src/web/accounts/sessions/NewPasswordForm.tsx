import { useState, type FormEvent, type ReactNode } from 'react';
import { boot } from '#web/lib/boot.ts';
import { failureText, fieldText } from '#web/lib/call/failure.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FormButton } from './FormButton.tsx';
import { Notice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';
import { passwordRule } from './passwordRule.ts';
import { useNewPassword } from './useNewPassword.ts';

/** Only the server knows the link's owner. */
const nobody = { firstname: '', lastname: '', email: '' };

type Props = {
  /** Submits the password. */
  save(password: string): Promise<unknown>;
  label?: string;
  button?: string;
  children: ReactNode;
  onDone(): void;
  /** Called with every refusal, which the form shows as well. */
  onFailure(failure: unknown): void;
};

/** Sets a password; the form has no other field. */
export function NewPasswordForm({ save, label = 'Neues Passwort', button = 'Passwort speichern', children, onDone, onFailure }: Props) {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { ref, fieldProps, faultOf, isGood } = useNewPassword(nobody);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !(await isGood(password))) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await save(password);
      onDone();
    } catch (error) {
      setFailure(error);
      onFailure(error);
    } finally {
      setIsBusy(false);
    }
  };

  const fault = faultOf(password) ?? fieldText(failure, 'password');
  return (
    <PlainForm onSubmit={(event) => void submit(event)}>
      {children}
      {failure !== undefined && !fault && <Notice kind="bad">{failureText(failure)}</Notice>}
      <PasswordField
        {...fieldProps}
        ref={ref}
        label={label}
        name="password"
        autoComplete="new-password"
        required
        maxLength={1024}
        hint={passwordRule(boot.signIn)}
        error={fault}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setFailure(undefined);
        }}
      />
      <FormButton isWide isBusy={isBusy} busyText="Das Passwort wird gespeichert.">
        {button}
      </FormButton>
    </PlainForm>
  );
}
