import { useState } from 'react';
import type { CoursePage } from '#shared/courseShapes.ts';
import { useAuth } from '#web/lib/session.ts';
import classes from './course.module.css';
import { GuestForm } from './GuestForm.tsx';
import { OwnSignUp } from './OwnSignUp.tsx';

/** The way into a course: for oneself and one's children, or as a guest; and why it is shut when it is. */
export function SignUp({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  if (!course.hasRegistration)
    return <Words>Anmelden können Sie sich direkt beim Verein. Wer Fragen beantwortet, steht unter Kontakt.</Words>;
  if (course.phase.action === 'external')
    return (
      <section className={classes['card']}>
        <a className={classes['button']} href={course.externalUrl} rel="noopener">
          Zur Anmeldung
        </a>
      </section>
    );
  if (user) return <OwnSignUp course={course} />;
  // Members may be let in before the public: only who is signed in is known to be one.
  if (course.phase.action === 'none') return <Words>{shutText(course)}</Words>;
  return <Visitor course={course} />;
}

function Visitor({ course }: { course: CoursePage }) {
  const [isOpen, setIsOpen] = useState(false);
  const waits = course.phase.action === 'waitlist';
  return (
    <section className={classes['card']} aria-labelledby="anmelden">
      <h2 id="anmelden" className={classes['cardTitle']}>
        {waits ? 'Auf die Warteliste' : 'Anmelden'}
      </h2>
      {isOpen ? (
        <GuestForm course={course} />
      ) : (
        <>
          <button type="button" className={classes['button']} onClick={() => setIsOpen(true)}>
            {waits ? 'Auf die Warteliste setzen' : 'Jetzt anmelden'}
          </button>
          <p className={classes['quiet']}>
            Mit Konto geht es schneller, auch für Kinder: <a href="/login">Anmelden oder registrieren</a>
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

function shutText({ phase, registration }: CoursePage): string {
  if (registration === 'none') return 'Eine Anmeldung ist nicht nötig: Kommen Sie einfach vorbei.';
  return `${phase.text}. Fragen beantwortet der unten genannte Kontakt.`;
}
