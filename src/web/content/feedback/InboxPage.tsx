import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { askedFeedback, feedbackStateNames, type AskedFeedback } from '#shared/content/feedback.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Message } from './Message.tsx';
import { inboxQuery } from './queries.ts';

const address = z.object({ club: clubName.optional(), state: z.enum(askedFeedback).optional() });
const states = askedFeedback.map((value) => ({ value, label: value === 'unanswered' ? 'Ohne Antwort' : feedbackStateNames[value] }));

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club, state } = addressOf(address, search);
  if (user && may({ role: user.role.name }, 'feedback.list', 'club'))
    await client.prefetchInfiniteQuery(inboxQuery(club ?? user.club.name, state));
};

/** The inbox. The page opens for everybody; its content is for the board (/admin/feedback). */
export function Page() {
  const { user } = useAuth();
  const [{ club, state }, setAddress] = useAddress(address);
  if (!user || !may({ role: user.role.name }, 'feedback.list', 'club')) {
    return (
      <>
        <PageTitle title={pages.adminFeedback.title} />
        <EmptyState icon="lock" title="Diese Rückmeldungen sehen nur Vorstand und Superuser.">
          <p>{user ? 'Ihre Rolle gehört nicht dazu.' : 'Bitte loggen Sie sich ein, wenn Sie dazugehören.'}</p>
        </EmptyState>
      </>
    );
  }
  const shown = club ?? user.club.name;
  return (
    <>
      <PageTitle title={pages.adminFeedback.title}>
        {may({ role: user.role.name }, 'feedback.list', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next })} />
        )}
        <Select
          aria-label="Status"
          placeholder="Jeder Status"
          clearable
          data={states}
          value={state ?? null}
          onChange={(value) => setAddress({ state: askedFeedback.find((one) => one === value) })}
          w={190}
        />
      </PageTitle>
      <Inbox club={shown} state={state} />
    </>
  );
}

function Inbox({ club, state }: { club: ClubName; state: AskedFeedback | undefined }) {
  const query = useInfiniteQuery(inboxQuery(club, state));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) return <Loading query={query} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState icon="message-circle" title="Hier liegt keine Rückmeldung." />;
  return (
    <>
      {rows.map((row) => (
        <Message key={row.id} message={row} />
      ))}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}
