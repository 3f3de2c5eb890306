import { Button, Drawer, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { legalBasisNames, type SentMail } from '#shared/content/mails.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { RichText } from '#web/ui/text/RichText.tsx';
import { sentMailQuery, sentMailsQuery, useMailMutations } from './queries.ts';

/** The archive of mails to many, with what became of each (twelve months). */
export function SentMails({ club }: { club: ClubName }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(sentMailsQuery(club));
  const [openId, setOpenId] = useState<string>();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <RecordList<SentMail>
        label="Gesendete Rundmails"
        columns={columnsFor(setOpenId)}
        rows={data?.pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        renderCard={(mail) => (
          <>
            <Subject mail={mail} onOpen={setOpenId} />
            <Text size="sm">
              {formatDateTime(mail.createdAt)} · {mail.audience}
            </Text>
            <Delivery mail={mail} />
          </>
        )}
        empty={
          <EmptyState icon="mail" title="Noch keine Rundmail.">
            <p>Was Sie senden, steht zwölf Monate lang hier.</p>
          </EmptyState>
        }
      />
      <MoreButton hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      <Drawer opened={openId !== undefined} onClose={() => setOpenId(undefined)} title="Rundmail">
        {openId && <MailDetail id={openId} />}
      </Drawer>
    </>
  );
}

function columnsFor(onOpen: (id: string) => void): Column<SentMail>[] {
  return [
    { name: 'createdAt', label: 'Gesendet', cell: ({ createdAt }) => formatDateTime(createdAt) },
    { name: 'subject', label: 'Betreff', cell: (mail) => <Subject mail={mail} onOpen={onOpen} />, isName: true },
    { name: 'audience', label: 'An', cell: ({ audience }) => audience },
    { name: 'sender', label: 'Von', cell: ({ sender }) => sender },
    { name: 'state', label: 'Stand', cell: (mail) => <Delivery mail={mail} /> },
  ];
}

function Subject({ mail: { id, subject }, onOpen }: { mail: SentMail; onOpen: (id: string) => void }) {
  return (
    <UnstyledButton fw={600} td="underline" fz="inherit" mih={32} onClick={() => onOpen(id)}>
      {subject}
    </UnstyledButton>
  );
}

function Delivery({ mail: { subject, recipients, sent, failed, queued } }: { mail: SentMail }) {
  return (
    <>
      <Text size="sm">
        {sent} von {recipients} gesendet
        {failed > 0 && `, ${failed} nicht zustellbar`}
      </Text>
      {queued > 0 && <Progress value={(100 * (recipients - queued)) / recipients} size="sm" aria-label={`Fortschritt: ${subject}`} />}
    </>
  );
}

function MailDetail({ id }: { id: string }) {
  const { data: mail, error, refetch } = useQuery(sentMailQuery(id));
  const { retry } = useMailMutations();
  if (error && !mail) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!mail) return <Pending />;
  const words = { queued: 'wartet', sent: 'gesendet', failed: 'nicht zustellbar', held: 'angehalten' };
  return (
    <Stack gap="sm">
      <Text fw={600}>{mail.subject}</Text>
      <Text size="sm" c="dimmed">
        {formatDateTime(mail.createdAt)} von {mail.sender} · {mail.audience} · {legalBasisNames[mail.legalBasis]}
      </Text>
      <Delivery mail={mail} />
      {mail.failed > 0 && (
        <Group>
          <Button
            variant="default"
            loading={retry.isPending}
            onClick={() =>
              retry.mutate(id, { onError: notifyProblem, onSuccess: ({ queued }) => notify(`${queued} Mails gehen noch einmal hinaus.`) })
            }
          >
            Noch einmal senden
          </Button>
        </Group>
      )}
      <RichText value={mail.body} />
      <ul>
        {mail.rows.map(({ email, name, state, error: reason }) => (
          <li key={email}>
            {name} ({email}): {words[state]}
            {reason && state !== 'sent' && `, letzter Versuch: ${reason}`}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
