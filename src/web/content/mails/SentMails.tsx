import { Group, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { mailStateNames, mailStates, type MailState, type SentMail } from '#shared/content/mails.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { Delivery, MailDetail } from './MailDetail.tsx';
import { sentMailsQuery, type MailFilter } from './queries.ts';

type SentMailsProps = {
  filter: MailFilter;
  onFilter: (change: { state?: MailState | undefined; search?: string | undefined }) => void;
  /** Opens a draft in the form. */ onGoOn: (id: string) => void;
};

/** The archive of bulk mails of twelve months, with drafts and scheduled ones. */
export function SentMails({ filter, onFilter, onGoOn }: SentMailsProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(sentMailsQuery(filter));
  const [openId, setOpenId] = useOpenRecord();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const isFiltered = filter.state !== undefined || Boolean(filter.search);
  return (
    <>
      <Group mb="sm" align="flex-end">
        <SearchField
          label="Betreff, Text, An oder Von"
          value={filter.search ?? ''}
          onSearch={(search) => onFilter({ search: search || undefined })}
        />
        <NativeSelect
          aria-label="Stand"
          data={[{ value: '', label: 'Alle' }, ...mailStates.map((value) => ({ value, label: mailStateNames[value] }))]}
          value={filter.state ?? ''}
          onChange={({ currentTarget }) => onFilter({ state: mailStates.find((one) => one === currentTarget.value) })}
        />
      </Group>
      <RecordList<SentMail>
        label="Gesendete Rundmails"
        columns={columnsFor(setOpenId)}
        rows={data?.pages.flatMap(({ rows }) => rows)}
        keyOf={({ id }) => id}
        onMore={hasNextPage ? () => fetchNextPage() : undefined}
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
          isFiltered ? (
            <EmptyState icon="mail" title="Keine passende Rundmail." />
          ) : (
            <EmptyState icon="mail" title="Noch keine Rundmail.">
              <p>Was Sie senden, steht zwölf Monate lang hier.</p>
            </EmptyState>
          )
        }
      />
      <RecordDrawer id={openId} title="Rundmail" onOpen={setOpenId} onClose={() => setOpenId(undefined)}>
        {openId && <MailDetail key={openId} id={openId} onGoOn={onGoOn} onGone={() => setOpenId(undefined)} />}
      </RecordDrawer>
    </>
  );
}

function columnsFor(onOpen: (id: string) => void): Column<SentMail>[] {
  return [
    { name: 'createdAt', label: 'Zeit', cell: ({ createdAt }) => formatDateTime(createdAt) },
    { name: 'subject', label: 'Betreff', cell: (mail) => <Subject mail={mail} onOpen={onOpen} />, isName: true },
    { name: 'audience', label: 'An', cell: ({ audience }) => audience },
    { name: 'sender', label: 'Von', cell: ({ sender }) => sender },
    { name: 'state', label: 'Stand', cell: (mail) => <Delivery mail={mail} /> },
  ];
}

function Subject({ mail: { id, subject }, onOpen }: { mail: SentMail; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(id)}>{subject || 'Ohne Betreff'}</RecordLink>;
}
