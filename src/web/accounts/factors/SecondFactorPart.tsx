import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorStatus } from '#shared/accounts/secondFactor.ts';
import { formatDate } from '#web/lib/format.ts';
import { useBack } from '#web/lib/useBack.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import profile from '../profile/ProfilePage.module.css';
import { secondFactorQuery, useSecondFactor } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';

/** The second factor on "Mein Profil": an authenticator app. */
export function SecondFactorPart() {
  const { data: status, error } = useQuery(secondFactorQuery);
  // The codes cannot be shown again, so they stay until the user confirms having stored them.
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <RowPart
      id="zweiter-faktor"
      title="Zweiter Faktor"
      state={status && stateInWords(status)}
      isWaiting={Boolean(status?.dueAt)}
      lead="Mit einer Code-App auf dem Handy kommt niemand mit Ihrem Passwort allein in Ihr Konto. Beim Einloggen geben Sie dann zusätzlich sechs Ziffern ein."
    >
      {error && !status && <Notice kind="bad">{failureText(error)}</Notice>}
      {!status && !error && <Pending />}
      {status?.dueAt && <DueNotice dueAt={status.dueAt} isDue={status.isDue} />}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {!codes && status?.isOn && <FactorIsOn status={status} onCodes={setCodes} />}
      {!codes && status && !status.isOn && <SetUpFactor onCodes={setCodes} />}
    </RowPart>
  );
}

function stateInWords({ isOn, dueAt, since }: SecondFactorStatus): string {
  if (isOn) return since ? `Eingeschaltet seit ${formatDate(since)}` : 'Eingeschaltet';
  return dueAt ? `Bis zum ${formatDate(dueAt)} einzurichten` : 'Nicht eingerichtet';
}

function DueNotice({ dueAt, isDue }: { dueAt: string; isDue: boolean }) {
  // A user redirected here by sign-in was on the way to another page.
  const back = useBack();
  return (
    <Notice kind="bad">
      <p>
        {isDue
          ? 'Für Ihre Rolle ist der zweite Faktor Pflicht. Bitte richten Sie ihn jetzt ein, dann geht es mit der Verwaltung weiter.'
          : `Für Ihre Rolle ist der zweite Faktor Pflicht. Bitte richten Sie ihn bis zum ${formatDate(dueAt)} ein.`}{' '}
        Ein <a href="#passkeys">Passkey</a> genügt auch.
      </p>
      {!isDue && back && (
        <p>
          <a href={back}>Später einrichten und weiter</a>
        </p>
      )}
    </Notice>
  );
}

function FactorIsOn({ status, onCodes }: { status: SecondFactorStatus; onCodes: (codes: readonly string[]) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { renewCodes, end } = useSecondFactor();
  const failure = renewCodes.error ?? end.error;
  return (
    <>
      {failure && <Notice kind="bad">{failureText(failure)}</Notice>}
      <p>
        Eingeschaltet{status.since && ` seit ${formatDate(status.since)}`}.{' '}
        {status.codesLeft === 1
          ? 'Noch 1 Wiederherstellungscode ist übrig.'
          : `Noch ${status.codesLeft} Wiederherstellungscodes sind übrig.`}
      </p>
      {isAsking && <p>Danach genügt zum Einloggen wieder das Passwort. Wirklich ausschalten?</p>}
      <div className={profile['actions']}>
        {!isAsking && (
          <FormButton
            type="button"
            look="quiet"
            isBusy={renewCodes.isPending}
            busyText="Die Codes werden erstellt."
            onClick={() => renewCodes.mutate(undefined, { onSuccess: ({ codes }) => onCodes(codes) })}
          >
            Neue Wiederherstellungscodes
          </FormButton>
        )}
        <FormButton
          type="button"
          look={isAsking ? 'danger' : 'quiet'}
          isBusy={end.isPending}
          busyText="Der zweite Faktor wird ausgeschaltet."
          onClick={() => (isAsking ? end.mutate(undefined, { onSuccess: () => setIsAsking(false) }) : setIsAsking(true))}
        >
          {isAsking ? 'Ausschalten' : 'Ausschalten …'}
        </FormButton>
        {isAsking && (
          <FormButton type="button" look="quiet" onClick={() => setIsAsking(false)}>
            Abbrechen
          </FormButton>
        )}
      </div>
    </>
  );
}
