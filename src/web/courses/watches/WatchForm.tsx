import type { FormEvent } from 'react';
import { fieldText } from '#web/lib/call/failure.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { boot } from '#web/lib/boot.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import trap from '#web/ui/forms/honeyPot/honeyPot.module.css';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { PlacedPanel } from '../enrolments/Arrival.tsx';
import { LegalLinks } from '../enrolments/LastStep.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { useWatchMutations } from './queries.ts';

/** One offer, or the results of a filter. */
export type WatchTarget = { courseId: string } | { filter: { [key: string]: string } };

/** Asks visitors for their address, not signed-in users; a mail asks for confirmation. */
export function WatchForm({ target, onClose }: { target: WatchTarget; onClose: () => void }) {
  const { user } = useAuth();
  const { create } = useWatchMutations();
  if (create.isSuccess)
    return create.data?.isConfirmed ? (
      <PlacedPanel title="Wir sagen Bescheid">
        <p>Die Mail geht an die Adresse Ihres Kontos. Beenden können Sie das über den Link in jeder Mail.</p>
      </PlacedPanel>
    ) : (
      <PlacedPanel title="Bitte Mail bestätigen">
        <p>
          Wir haben an <strong>{create.variables?.email}</strong> geschrieben. Erst mit dem Link in der Mail geht es los.
        </p>
        <p>Keine Mail da? Schauen Sie auch im Spam-Ordner nach.</p>
      </PlacedPanel>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    create.mutate({ ...target, email: text('email'), website: text('website') });
  };
  const problem = fieldText(create.error, 'email');
  return (
    <PlainForm className={classes['form']} onSubmit={submit} refusal={create.error}>
      <p>
        Höchstens eine Mail am Tag, wenn ein Platz frei wird, eine Anmeldung öffnet oder etwas Neues dazukommt. Nach 180 Tagen endet es.
      </p>
      {!user && <PlainField label="E-Mail" name="email" type="email" autoComplete="email" required maxLength={254} error={problem} />}
      <div className={trap['trap']} aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {!user && (
        <p className={classes['quiet']}>
          <LegalLinks club={boot.club.name} />
        </p>
      )}
      <Refusal error={create.error} isAtFields={problem !== undefined} />
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={create.isPending}>
          Bescheid geben
        </PlainButton>
        <PlainButton onClick={onClose}>Doch nicht</PlainButton>
      </div>
    </PlainForm>
  );
}
