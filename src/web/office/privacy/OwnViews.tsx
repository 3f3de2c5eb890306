import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from './privacy.module.css';
import { ownViewsQuery } from './queries.ts';

/** Who viewed the most sensitive data of the viewer and their children, latest first. */
export function OwnViews() {
  const query = useQuery(ownViewsQuery);
  const { data } = query;
  return (
    <RowPart
      id="gesehen"
      title="Wer hat vertrauliche Angaben gesehen"
      state={data && (data[0] ? `${data.length}-mal, zuletzt am ${formatDate(data[0].at)}` : 'Bisher niemand')}
      lead="Bei Ihnen und Ihren Kindern, die letzten 100 Male: Gesundheitshinweise, ganze IBAN, Unterlagen, Auskünfte und Listen, die jemand als Datei gespeichert hat."
    >
      {!data && <Loading query={query} />}
      <ul className={classes['consents']}>
        {data?.map(({ id, club, what, why, person, by, at }) => (
          <li key={`${String(id)} ${person} ${club}`}>
            <span>
              {what}: {person} ({club})<span className={classes['why']}>{why}</span>
            </span>
            <span>
              {by}, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </RowPart>
  );
}
