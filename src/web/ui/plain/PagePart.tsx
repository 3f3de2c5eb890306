import { useId, type ReactNode } from 'react';
import classes from './PagePart.module.css';

type PagePartProps = {
  title: string;
  /** A sentence below the title that says what this part is for. */
  lead?: ReactNode;
  /** The words behind which the content is folded, where few who come here need it. */
  fold?: string;
  children: ReactNode;
};

/** A titled part of a page, on its own surface; parts stand below each other. */
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
