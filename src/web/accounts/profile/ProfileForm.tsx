import type { FormEvent, ReactNode } from 'react';
import { failureText } from '#web/lib/call/failure.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import classes from './ProfilePage.module.css';

type ProfileFormProps = {
  isWide?: boolean;
  /** What went wrong; told above the fields unless one of them says it. */ error: unknown;
  faults: { [field: string]: string | undefined };
  /** Told above the fields when it worked. */ success: ReactNode;
  button: string;
  /** The button that one is meant to press next. */ isMain?: boolean;
  isBusy: boolean;
  busyText: string;
  onSubmit: () => void;
  /** Called when one types on: what was told before no longer holds. */ onChange: () => void;
  children: ReactNode;
};

/** A form of "Mein Profil": what came of it, the fields, the button. */
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
