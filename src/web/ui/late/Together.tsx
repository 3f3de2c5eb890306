import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Pending } from '../notices/Pending.tsx';
import classes from './Together.module.css';

/** What takes longer comes later by itself. */
const atMostMs = 5000;

/**
 * Shows the parts of a page together once each has its first answer, so that none moves the others. A question that failed or has no line
 * holds nothing back, and a link to one of the parts leads to it at once.
 */
export function Together({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isThere, setIsThere] = useState(() => location.hash !== '');
  useEffect(() => {
    if (isThere) return undefined;
    const look = () => {
      const first = client.isFetching({ predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0 });
      if (first === 0) setIsThere(true);
    };
    look();
    // What a part asks once it has its answer is asked when it was drawn, which is after this.
    let after = 0;
    const end = client.getQueryCache().subscribe(() => (clearTimeout(after), (after = window.setTimeout(look))));
    const late = setTimeout(() => setIsThere(true), atMostMs);
    return () => (end(), clearTimeout(after), clearTimeout(late));
  }, [client, isThere]);
  return (
    <div className={classes['frame']} data-waits={!isThere || undefined}>
      {!isThere && <Pending />}
      <div className={classes['parts']}>{children}</div>
    </div>
  );
}
