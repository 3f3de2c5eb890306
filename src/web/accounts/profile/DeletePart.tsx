import { useState, type FormEvent } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { failureText } from '#web/lib/call/failure.ts';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import classes from './ProfilePage.module.css';
import { useDeleteAccount } from '../sessions/queries.ts';

/** Deletes the account after a confirmation. The last super and the last member of a board are refused, with the reason. */
export function DeletePart({ profile }: { profile: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const { mutate, isPending, error, reset } = useDeleteAccount();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const handleCancel = () => {
    setIsAsking(false);
    setIsSure(false);
    reset();
  };

  return (
    <RowPart
      id="loeschen"
      title="Konto löschen"
      state="Zugang und Angaben im Portal"
      lead="Ihr Zugang auf allen Geräten und Ihre Angaben im Portal werden gelöscht. Das lässt sich nicht rückgängig machen. Ihre Mitgliedschaft im Verein bleibt davon unberührt."
    >
      {error && <Notice kind="bad">{failureText(error)}</Notice>}
      {!isAsking && (
        <FormButton type="button" look="quiet" onClick={() => setIsAsking(true)}>
          Konto löschen …
        </FormButton>
      )}
      {isAsking && (
        <PlainForm onSubmit={handleSubmit}>
          <PlainTick required checked={isSure} onChange={(event) => setIsSure(event.currentTarget.checked)}>
            Ja, ich möchte das Konto von {profile.fullName} ({profile.email}) endgültig löschen.
          </PlainTick>
          <div className={classes['actions']}>
            <FormButton look="danger" isBusy={isPending} busyText="Ihr Konto wird gelöscht.">
              Endgültig löschen
            </FormButton>
            <FormButton type="button" look="quiet" onClick={handleCancel}>
              Abbrechen
            </FormButton>
          </div>
        </PlainForm>
      )}
    </RowPart>
  );
}
