import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/courses/replies.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { formatDay } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './replies.module.css';
import { mySessionsQuery, useReplyMutations } from './queries.ts';
import { SessionRow } from './SessionRow.tsx';

type MySessionsProps = {
  /** The maximum number of rows; default all of the next 14 days. */
  atMost?: number;
  /** Renders nothing without sessions; default false. */
  isQuiet?: boolean;
};

/** The family's sessions of the next 14 days, by day; one tap excuses. */
export function MySessions({ atMost, isQuiet = false }: MySessionsProps) {
  const query = useQuery(mySessionsQuery());
  const { data } = query;
  if (!data) return isQuiet ? null : <Loading query={query} />;
  if (data.length === 0)
    return isQuiet ? null : (
      <p className={classes['quiet']}>
        In den nächsten 14 Tagen gibt es keine Termine. <a href="/offers">Angebote ansehen</a>
      </p>
    );
  const shown = data.slice(0, atMost ?? data.length);
  return (
    <>
      {[...Map.groupBy(shown, dayOfSession)].map(([day, sessions]) => (
        <section key={day} aria-label={nameOf(day, sessions)}>
          <h3 className={classes['day']}>{nameOf(day, sessions)}</h3>
          <ul className={classes['rows']}>
            {sessions.map((one) => (
              <OwnRow key={`${one.sessionId} ${one.personId}`} session={one} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function OwnRow({ session }: { session: OwnSession }) {
  const { reply } = useReplyMutations();
  return (
    <SessionRow
      session={session}
      isPending={reply.isPending}
      error={reply.error}
      onReply={(answer, note) => reply.mutate({ id: session.sessionId, personId: session.personId, reply: answer, note })}
    />
  );
}

function dayOfSession({ startsAt }: OwnSession): string {
  return localOf(new Date(startsAt)).date;
}

function nameOf(day: string, [first]: readonly OwnSession[]): string {
  const date = first ? formatDay(first.startsAt) : day;
  if (day === today()) return `Heute, ${date}`;
  return day === addDays(today(), 1) ? `Morgen, ${date}` : date;
}
