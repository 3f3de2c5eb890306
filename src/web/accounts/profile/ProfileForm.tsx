import type { FormEvent, ReactNode } from 'react';
import { failureText } from '#web/lib/call/failure.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import classes from './ProfilePage.module.css';

type ProfileFormProps = {
  isWide?: boolean;
  /** The error, shown above the fields unless it belongs to one of them. */ error: unknown;
  faults: { [field: string]: string | undefined };
  /** Shown above the fields after success. */ success: ReactNode;
  button: string;
  /** The primary button of the page. */ isMain?: boolean;
  isBusy: boolean;
  busyText: string;
  onSubmit: () => void;
  /** Called on input: earlier messages no longer apply. */ onChange: () => void;
  children: ReactNode;
};

/** A form of "Mein Profil": result message, fields, button. */
export function ProfileForm({
  isWide,
  error,
  faults,
  success,
  button,
  isMain,
  isBusy,
  busyText,
  onSubmit,
  onChange,
  children,
}: ProfileFormProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <PlainForm onSubmit={handleSubmit} className={isWide ? classes['names'] : classes['form']} onChange={onChange}>
      {Boolean(error) && !Object.values(faults).some(Boolean) && <Notice kind="bad">{failureText(error)}</Notice>}
      {success && <Notice kind="good">{success}</Notice>}
      {children}
      <FormButton look={isMain ? 'main' : 'quiet'} isBusy={isBusy} busyText={busyText}>
        {button}
      </FormButton>
    </PlainForm>
  );
}
