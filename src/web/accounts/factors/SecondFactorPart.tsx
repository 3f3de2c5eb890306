import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorStatus } from '#shared/accounts/secondFactor.ts';
import { formatDate } from '#web/lib/format.ts';
import { useArrival } from '#web/lib/useArrival.ts';
import { useBack } from '#web/lib/useBack.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import factors from './factors.module.css';
import profile from '../profile/ProfilePage.module.css';
import { secondFactorQuery, useSecondFactor } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpFactor } from './SetUpFactor.tsx';

/** The second factor on "Mein Profil": an authenticator app. */
export function SecondFactorPart() {
  const { data: status, error } = useQuery(secondFactorQuery);
  // The codes cannot be shown again, so they stay until the user confirms having stored them.
  const [codes, setCodes] = useState<readonly string[]>();
  // A user who has to set one up is scrolled here, past the parts above.
  const arrival = useArrival<HTMLDivElement>(status !== undefined && location.hash === '#zweiter-faktor');
  return (
    <div id="zweiter-faktor" ref={arrival} tabIndex={-1} className={factors['arrival']}>
      <PagePart
        title="Zweiter Faktor"
        lead="Mit einer Code-App auf dem Handy kommt niemand mit Ihrem Passwort allein in Ihr Konto. Beim Einloggen geben Sie dann zusätzlich sechs Ziffern ein."
      >
        {error && !status && <Notice kind="bad">{failureText(error)}</Notice>}
        {!status && !error && <Pending />}
        {status?.dueAt && <DueNotice dueAt={status.dueAt} isDue={status.isDue} />}
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {!codes && status?.isOn && <FactorIsOn status={status} onCodes={setCodes} />}
        {!codes && status && !status.isOn && <SetUpFactor onCodes={setCodes} />}
      </PagePart>
    </div>
  );
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
        Ein Passkey (darüber) genügt auch.
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
