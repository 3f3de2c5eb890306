import { Select, Title } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#shared/kernel/rights.ts';
import { clubNames, defaultClubs, type ClubName } from '#shared/kernel/clubs.ts';
import type { User } from '#shared/kernel/user.ts';
import { api } from '#web/lib/call/call.ts';
import { firstPage } from '#web/lib/call/firstPage.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { MailCard, mailColumns } from './mailColumns.tsx';

const clubOptions = clubNames.map((name) => ({ value: name, label: defaultClubs[name].displayName }));

function outboxQuery(club: ClubName) {
  return infiniteQueryOptions({
    queryKey: ['mails', 'outbox', club],
    queryFn: ({ pageParam }) => api.info.outbox({ club, cursor: pageParam }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** The mails of a club on their way out, newest first. */
export function Outbox({ viewer }: { viewer: User }) {
  const [club, setClub] = useState(viewer.club.name);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(outboxQuery(club));
  return (
    <section aria-label="Postausgang">
      <Title order={2} size="h4" mb="sm">
        Postausgang
      </Title>
      {may({ role: viewer.role.name }, 'mail.listSent', 'other') && (
        <Select
          label="Verein"
          data={clubOptions}
          value={club}
          onChange={(value) => setClub(clubNames.find((name) => name === value) ?? club)}
          allowDeselect={false}
          maw={320}
          mb="sm"
        />
      )}
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label="Postausgang"
          columns={mailColumns}
          rows={data?.pages.flatMap(({ rows }) => rows)}
          keyOf={({ id }) => String(id)}
          renderCard={(mail) => <MailCard mail={mail} />}
          empty={
            <EmptyState icon="mail" title="Noch keine Mails.">
              <p>Sobald die Anwendung eine Mail verschickt, steht sie hier.</p>
            </EmptyState>
          }
        />
      )}
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </section>
  );
}
