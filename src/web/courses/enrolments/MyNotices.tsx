import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from './own.module.css';
import { myNoticesQuery } from '../offers/queries.ts';

/** The mails sent to the viewer about enrolments: confirmed, waiting, offered, moved, cancelled. */
export function MyNotices() {
  const query = useQuery(myNoticesQuery());
  const { data } = query;
  return (
    <RowPart
      id="anmeldungen"
      title="Nachrichten zu Anmeldungen"
      state={data && (data[0] ? `${data.length}, die neueste vom ${formatDate(data[0].at)}` : 'Bisher keine')}
      lead="Das Neueste zuerst; jede Nachricht kam auch per Mail."
    >
      {data ? (
        <ul className={classes['list']}>
          {data.map(({ id, subject, at }) => (
            <li key={id}>
              {subject} <span className={classes['quiet']}>{formatDateTime(at)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Loading query={query} />
      )}
    </RowPart>
  );
}
