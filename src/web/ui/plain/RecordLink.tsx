import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './RecordLink.module.css';

type RecordLinkProps = { title?: string; children: ReactNode } & (
  | { onOpen: () => void }
  | { /** The address of the record's own page. */ to: string }
);

/** The name of a record in a list: a button that opens it beside the list, or a link to its page. */
export function RecordLink({ title, children, ...target }: RecordLinkProps) {
  const look = { className: classes['link'], title };
  if ('to' in target)
    return (
      <Link to={target.to} {...look}>
        {children}
      </Link>
    );
  return (
    <button type="button" onClick={target.onOpen} {...look}>
      {children}
    </button>
  );
}
