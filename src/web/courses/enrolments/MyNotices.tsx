import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#web/lib/format.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './own.module.css';
import { myNoticesQuery } from '../offers/queries.ts';

/** What was written to the person about enrolments: confirmed, waiting, offered, moved, called off. Each mail stands here too. */
export function MyNotices() {
  const { data = [] } = useQuery(myNoticesQuery());
  if (data.length === 0) return null;
  return (
    <PagePart title="Nachrichten zu Anmeldungen" lead="Das Neueste zuerst; jede Nachricht kam auch per Mail.">
      <ul className={classes['list']}>
        {data.map(({ id, subject, at }) => (
          <li key={id}>
            {subject} <span className={classes['quiet']}>{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
