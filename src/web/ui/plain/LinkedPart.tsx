import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import classes from './LinkedPart.module.css';

type LinkedPartProps = {
  title: string;
  /** Where all of it stands, if there is more than is shown here. */
  more?: { link: string; text: string };
  children: ReactNode;
};

/** A part of a start page: a title, the way to all of it, and the newest of it. */
export function LinkedPart({ title, more, children }: LinkedPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['part']}>
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        {more && <Link to={more.link}>{more.text}</Link>}
      </div>
      {children}
    </section>
  );
}
