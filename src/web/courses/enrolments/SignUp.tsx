import { useState } from 'react';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import classes from '../offers/course.module.css';
import own from './signUp.module.css';
import { SignUpTitle, signUpHash } from './Arrival.tsx';
import { readHeld, withOwnSeat } from './heldSignUp.ts';
import { PlainButton, plainButton } from '#web/ui/plain/PlainButton.tsx';
import type { Start } from './GuestFields.tsx';
import type { Offer } from '../offers/offer.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Most visitors only read: the forms are loaded on demand.
const GuestForm = lazyPart(async () => (await import('./GuestForm.tsx')).GuestForm);
const OwnSignUp = lazyPart(async () => (await import('./OwnSignUp.tsx')).OwnSignUp);

type SignUpProps = {
  offer: Offer;
  /** Known data of a guest: then the form is open and prefilled. */
  start?: Start | undefined;
};

/** The enrolment in a course or an event: for the viewer and their children, or as a guest; or why it is closed. */
export function SignUp({ offer, start }: SignUpProps) {
  const { user } = useAuth();
  if (!offer.hasRegistration) return <Words>{shutText(offer)}</Words>;
  if (offer.phase.action === 'external')
    return (
      <section className={classes['card']}>
        <a className={plainButton('main')} href={offer.externalUrl} rel="noopener">
          Zur Anmeldung
        </a>
      </section>
    );
  if (user)
    return (
      <div className={own['own']}>
        <OwnSignUp offer={offer} />
      </div>
    );
  // Enrolment may open earlier for members, who are only recognised when signed in.
  if (withOwnSeat(offer, readHeld(offer.id)).phase.action === 'none') return <Words>{shutText(offer)}</Words>;
  return <Visitor offer={offer} start={start} />;
}

function Visitor({ offer, start }: SignUpProps) {
  // Returning from sign-in without an account continues the enrolment as a guest.
  const [isOpen, setIsOpen] = useState(location.hash === signUpHash || start !== undefined || readHeld(offer.id) !== undefined);
  const waits = withOwnSeat(offer, readHeld(offer.id)).phase.action === 'waitlist';
  return (
    <section className={classes['card']} aria-labelledby="anmelden">
      <SignUpTitle>{waits ? 'Auf die Warteliste' : 'Anmelden'}</SignUpTitle>
      {offer.waysToPay && <p className={classes['quiet']}>{offer.waysToPay}</p>}
      {isOpen ? (
        <GuestForm offer={offer} start={start} />
      ) : (
        <>
          <div className={own['wayIn']}>
            <PlainButton look="main" onClick={() => setIsOpen(true)}>
              {waits ? 'Auf die Warteliste setzen' : 'Jetzt anmelden'}
            </PlainButton>
          </div>
          <p className={classes['quiet']}>
            <AccountLink to="login" at={signUpHash} club={offer.club}>
              Mit Konto anmelden, auch mehrere Kinder auf einmal
            </AccountLink>
          </p>
        </>
      )}
    </section>
  );
}

function Words({ children }: { children: string }) {
  return (
    <section className={classes['card']}>
      <p>{children}</p>
    </section>
  );
}

function shutText({ phase, registration, hasRegistration }: Offer): string {
  // The offer's status comes first: nobody is invited to one that is paused.
  if (registration === 'none' && !isClosed(phase)) return 'Eine Anmeldung ist nicht nötig: Kommen Sie einfach vorbei.';
  if (!hasRegistration && !isClosed(phase))
    return 'Anmelden können Sie sich direkt beim Verein. Wer Fragen beantwortet, steht unter Kontakt.';
  return `${phase.text}. Fragen beantwortet der unten genannte Kontakt.`;
}

function isClosed({ kind }: Offer['phase']): boolean {
  return ['draft', 'cancelled', 'ended', 'paused'].includes(kind);
}
