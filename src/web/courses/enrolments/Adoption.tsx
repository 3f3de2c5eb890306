import { useRouterState } from '@tanstack/react-router';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { api } from '#web/lib/call/call.ts';
import { PlainButton, plainButton } from '#web/ui/plain/PlainButton.tsx';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import classes from '../offers/course.module.css';
import { useSignUpMutations } from '../offers/queries.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const ChoosePassword = lazyPart(async () => (await import('#web/accounts/parts/ChoosePassword.tsx')).ChoosePassword);

type AdoptionProps = {
  of: OwnEnrolment;
  /** After the address was confirmed: the account only needs a password. */ accountKey?: string | null | undefined;
};

/** Turns an enrolment without an account into one with an account: create it, come back, and take the enrolment over with one click. */
export function Adoption({ of, accountKey }: AdoptionProps) {
  const { adopt } = useSignUpMutations();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const key = accountKey ?? keyIn(hash);
  if (adopt.data) return <Adopted {...adopt.data} />;
  if (of.adoption === 'account')
    return key ? (
      <ChoosePassword save={(password) => api.participations.openAccount({ token: of.token, key, password })}>
        <p>
          <strong>Ein Konto mit einem Feld:</strong> Wählen Sie ein Passwort, dann stehen alle Anmeldungen Ihrer Familie an einem Ort.
        </p>
      </ChoosePassword>
    ) : (
      <WithoutKey of={of} />
    );
  if (of.adoption !== 'take') return null;
  return (
    <>
      <p>Diese Anmeldung kam über Ihre E-Mail-Adresse, gehört aber noch nicht zu Ihrem Konto.</p>
      <PlainButton look="main" disabled={adopt.isPending} onClick={() => adopt.mutate()}>
        In mein Konto übernehmen
      </PlainButton>
      <Refusal error={adopt.error} />
    </>
  );
}

/** Later, or if the link was passed on, the link to create an account is mailed to the address. */
function WithoutKey({ of }: { of: OwnEnrolment }) {
  const { mailAccount } = useSignUpMutations();
  if (mailAccount.isSuccess)
    return (
      <output>
        Wir haben eine Mail an die Adresse dieser Anmeldung geschickt. Der Link darin gilt 30 Minuten; mit ihm wählen Sie nur noch ein
        Passwort.
      </output>
    );
  return (
    <>
      <p className={classes['quiet']}>Mit einem Konto sehen Sie alle Anmeldungen Ihrer Familie an einem Ort.</p>
      <div className={classes['buttons']}>
        <PlainButton disabled={mailAccount.isPending} onClick={() => mailAccount.mutate(of.token)}>
          Konto anlegen
        </PlainButton>
        <AccountLink to="login" className={plainButton()} club={of.target.club}>
          Einloggen und übernehmen
        </AccountLink>
      </div>
      <Refusal error={mailAccount.error} />
    </>
  );
}

/** The account key in the fragment of a mail's link. */
function keyIn(hash: string): string | undefined {
  return /^konto=([\w.-]{20,200})$/.exec(hash)?.[1];
}

function Adopted({ taken, elsewhere }: { taken: readonly string[]; elsewhere: readonly string[] }) {
  return (
    <div aria-live="polite">
      {taken.length > 0 && (
        <p>
          <strong>Übernommen:</strong> {taken.join(', ')}. <a href="/profile/enrolments">Zu meinen Anmeldungen</a>
        </p>
      )}
      {elsewhere.map((name) => (
        <p key={name}>
          {name} ist dem Verein schon bekannt. Wer für diese Person handelt, entscheidet der Verein: Bitte fragen Sie dort nach.
        </p>
      ))}
    </div>
  );
}
