import type { ReactNode } from 'react';
import { useArrival } from '#web/lib/useArrival.ts';
import classes from '../offers/course.module.css';
import own from './signUp.module.css';

/** The fragment that links to the enrolment form, e.g. after sign-in. */
export const signUpHash = '#anmelden';

/** The heading of the enrolment form; `#anmelden` scrolls to it. */
export function SignUpTitle({ children }: { children: ReactNode }) {
  const isAskedFor = location.hash === signUpHash;
  return (
    <h2
      id={signUpHash.slice(1)}
      ref={useArrival<HTMLHeadingElement>(isAskedFor)}
      tabIndex={-1}
      className={`${classes['cardTitle']} ${own['arrival']}`}
    >
      {children}
    </h2>
  );
}

/** Replaces a sent form: scrolled into view, with the focus on its heading. */
export function PlacedPanel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useArrival<HTMLHeadingElement>(true);
  return (
    <div className={classes['done']}>
      <h3 ref={heading} tabIndex={-1} className={`${classes['cardTitle']} ${own['arrival']}`}>
        {title}
      </h3>
      {children}
    </div>
  );
}
