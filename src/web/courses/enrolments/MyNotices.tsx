import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './own.module.css';
import { myNoticesQuery } from '../offers/queries.ts';

/** The mails sent to the viewer about enrolments: confirmed, waiting, offered, moved, cancelled. */
export function MyNotices() {
  const query = useQuery(myNoticesQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <PagePart title="Nachrichten zu Anmeldungen" lead="Das Neueste zuerst; jede Nachricht kam auch per Mail.">
      {data.length === 0 && <p className={classes['quiet']}>Bisher keine.</p>}
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
