import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './privacy.module.css';
import { ownViewsQuery } from './queries.ts';

/** Who looked at what is kept most closely about oneself and the children, the latest first. */
export function OwnViews() {
  const query = useQuery(ownViewsQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <PagePart
      title="Wer Ihre Angaben eingesehen hat"
      lead="Wer im Verein einen Gesundheitshinweis geöffnet, Ihre ganze IBAN angezeigt oder eine Auskunft über alle Daten erstellt hat, bei Ihnen und Ihren Kindern."
    >
      {data.length === 0 && <p>Bisher niemand.</p>}
      <ul className={classes['consents']}>
        {data.map(({ id, club, what, person, by, at }) => (
          <li key={`${club} ${String(id)}`}>
            <span>
              {what}: {person} ({club})
            </span>
            <span>
              {by}, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
