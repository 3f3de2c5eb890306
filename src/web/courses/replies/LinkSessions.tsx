import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/courses/replies.ts';
import { formatDay } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './replies.module.css';
import { sessionsOfLinkQuery, useReplyMutations } from './queries.ts';
import { SessionRow } from './SessionRow.tsx';

/** The next sessions of the enrolment behind a link, with replies, without an account. */
export function LinkSessions({ token }: { token: string }) {
  const query = useQuery(sessionsOfLinkQuery(token));
  const { data = [] } = query;
  if (!query.data && query.error)
    return (
      <PagePart title="Die nächsten Termine">
        <Loading query={query} />
      </PagePart>
    );
  if (data.length === 0) return null;
  return (
    <PagePart title="Die nächsten Termine">
      <ul className={classes['rows']}>
        {data.map((one) => (
          <LinkRow key={one.sessionId} token={token} session={one} />
        ))}
      </ul>
    </PagePart>
  );
}

function LinkRow({ token, session }: { token: string; session: OwnSession }) {
  const { replyByLink } = useReplyMutations();
  return (
    <SessionRow
      session={session}
      day={formatDay(session.startsAt)}
      isPending={replyByLink.isPending}
      error={replyByLink.error}
      onReply={(reply, note) => replyByLink.mutate({ token, id: session.sessionId, reply, note })}
    />
  );
}
