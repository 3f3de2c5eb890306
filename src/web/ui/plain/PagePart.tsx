import { useId, type ReactNode } from 'react';
import classes from './PagePart.module.css';

type PagePartProps = {
  title: string;
  /** An introductory sentence below the title. */
  lead?: ReactNode;
  /** Collapses the content behind this label, for content that few readers need. */
  fold?: string;
  children: ReactNode;
};

/** A titled section of a page. */
export function PagePart({ title, lead, fold, children }: PagePartProps) {
  const id = useId();
  return (
    <section className={classes['part']} aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      {lead && <p className={classes['lead']}>{lead}</p>}
      {fold ? (
        <details className={classes['fold']}>
          <summary>{fold}</summary>
          {children}
        </details>
      ) : (
        children
      )}
    </section>
  );
}
