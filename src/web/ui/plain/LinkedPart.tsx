import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import classes from './LinkedPart.module.css';

type LinkedPartProps = {
  title: string;
  /** A link to the full list, if there is more than is shown. */
  more?: { link: string; text: string };
  children: ReactNode;
};

/** A section of a start page: a title, a link to the full list, and the newest entries. */
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
