import { useState } from 'react';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../offers/course.module.css';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Most visitors only read: the forms are loaded on demand.
const GuestTrial = lazyPart(async () => (await import('./GuestTrial.tsx')).GuestTrial);
const OwnTrial = lazyPart(async () => (await import('./OwnTrial.tsx')).OwnTrial);

/** The fragment that links to the trial. */
const trialHash = '#schnuppern';

/** Books a trial of an offer; renders nothing if trials are not offered. */
export function TrialPart({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  const [isOpen, setIsOpen] = useState(location.hash === trialHash);
  if (course.trialSessions === 0 || !course.hasRegistration || !takesSignUps(course.registration)) return null;
  if (['draft', 'cancelled', 'ended', 'paused'].includes(course.phase.kind)) return null;
  return (
    <section className={classes['card']} aria-labelledby={trialHash.slice(1)}>
      <h2 id={trialHash.slice(1)} className={classes['cardTitle']}>
        Schnupperstunde
      </h2>
      <p className={classes['quiet']}>
        {course.trialSessions === 1 ? 'Einmal' : `Bis zu ${course.trialSessions}-mal`} ausprobieren: kostenlos und unverbindlich.
      </p>
      {isOpen ? (
        user ? (
          <OwnTrial course={course} />
        ) : (
          <GuestTrial course={course} />
        )
      ) : (
        <span className={classes['more']}>
          <PlainButton onClick={() => setIsOpen(true)}>Schnupperstunde buchen</PlainButton>
        </span>
      )}
    </section>
  );
}
