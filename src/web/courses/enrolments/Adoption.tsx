import { clubName } from '#shared/kernel/fields.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import classes from '../offers/course.module.css';
import { useSignUpMutations } from '../offers/queries.ts';
import { Refusal } from './Refusal.tsx';

/** The way from an enrolment without an account into one: make an account, come back, take it along with one press. */
export function Adoption({ of }: { of: OwnEnrolment }) {
  const { adopt } = useSignUpMutations();
  const club = clubName.safeParse(of.target.club).data;
  if (adopt.data) return <Adopted {...adopt.data} />;
  if (of.adoption === 'account')
    return (
      <p className={classes['quiet']}>
        Mit einem Konto sehen Sie alle Anmeldungen Ihrer Familie an einem Ort.{' '}
        <AccountLink to="login" {...(club && { club })}>
          Konto anlegen oder einloggen
        </AccountLink>
      </p>
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

function Adopted({ taken, elsewhere }: { taken: readonly string[]; elsewhere: readonly string[] }) {
  return (
    <div aria-live="polite">
      {taken.length > 0 && (
        <p>
          <strong>Übernommen:</strong> {taken.join(', ')}. <a href="/profile/enrolments">Zu meinen Anmeldungen</a>
        </p>
      )}
      {elsewhere.map((name) => (
        <p key={name}>{name} gehört schon zu einem anderen Konto. Bitte wenden Sie sich an den Verein.</p>
      ))}
    </div>
  );
}
