import { Alert, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName } from '#shared/kernel/fields.ts';
import type { User } from '#shared/kernel/user.ts';
import { mailKindNames, mailKinds, type OutboxPage } from '#shared/content/outbox.ts';
import { outboxStates } from '#shared/kernel/mail/outboxStates.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { useAddress } from '#web/lib/address.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { DropHeld, useDropHeld } from './DropHeld.tsx';
import { MailCard, mailColumns } from './mailColumns.tsx';
import { outboxQuery, type OutboxFilter } from './queries.ts';
import { RetryAll } from './RetryAll.tsx';
import { useSendAgain } from './useSendAgain.ts';

const address = z.object({
  club: clubName.optional(),
  state: z.enum(outboxStates).optional(),
  kind: z.enum(mailKinds).optional(),
  search: z.string().max(100).optional(),
});
const kinds = mailKinds.map((value) => ({ value, label: mailKindNames[value] }));
const stateWords = { queued: 'Wartet', failed: 'Nicht zustellbar', held: 'Angehalten', sent: 'Gesendet' } as const;

/** The outgoing mails of a club, newest first, with actions on undelivered ones. */
export function Outbox({ viewer }: { viewer: User }) {
  const [asked, setAddress] = useAddress(address);
  const maySeeOthers = may({ role: viewer.role.name }, 'mail.outboxList', 'other') !== undefined;
  const filter: OutboxFilter = { ...asked, club: (maySeeOthers && asked.club) || viewer.club.name };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(outboxQuery(filter));
  const acts = { onAgain: useSendAgain(filter.club), onDrop: useDropHeld(filter.club) };
  const latest = data?.pages[0];
  const rows = data?.pages.flatMap((page) => page.rows);
  const total = latest && totalOf(latest, filter);
  return (
    <section aria-label="Postausgang">
      <Group gap="xs" mb="sm">
        {maySeeOthers && <ClubChoice value={filter.club} isShort onChange={(club) => setAddress({ club })} />}
        <Select
          aria-label="Stand"
          placeholder="Jeder Stand"
          clearable
          data={statesWith(latest)}
          value={filter.state ?? null}
          onChange={(value) => setAddress({ state: outboxStates.find((one) => one === value) })}
          w={210}
        />
        <Select
          aria-label="Art"
          placeholder="Jede Art"
          clearable
          data={kinds}
          value={filter.kind ?? null}
          onChange={(value) => setAddress({ kind: mailKinds.find((one) => one === value) })}
          w={210}
        />
        <SearchField label="E-Mail-Adresse" value={filter.search ?? ''} onSearch={(search) => setAddress({ search })} />
        <SavedViews page="outbox" />
      </Group>
      {latest?.hasMailServer === false && (
        <Alert color="waiting" variant="light" mb="sm">
          <strong>Zurzeit geht keine Mail hinaus.</strong> Es ist kein Mailserver eingerichtet. Alle Mails warten hier, bis die Technik das
          nachholt.
        </Alert>
      )}
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Group justify="space-between" gap="xs" mb="xs">
            <Text component="output" size="sm" c="dimmed">
              {total !== undefined && (total === 1 ? 'Eine Mail' : `${total} Mails`)}
            </Text>
            {latest && (
              <Group gap="xs">
                <RetryAll filter={filter} retryable={latest.retryable} />
                <DropHeld filter={filter} counts={latest.counts} />
              </Group>
            )}
          </Group>
          <RecordList
            label="Postausgang"
            columns={mailColumns(acts)}
            rows={rows}
            keyOf={({ id }) => String(id)}
            total={total}
            onMore={hasNextPage ? () => fetchNextPage() : undefined}
            renderCard={(mail) => <MailCard mail={mail} {...acts} />}
            empty={<Empty isFiltered={filter.state !== undefined || filter.kind !== undefined || filter.search !== undefined} />}
          />
        </>
      )}
      <Text size="sm" c="dimmed" mt="md">
        Was wartet oder angehalten ist, steht hier, bis es hinausgeht; alles andere 30 Tage lang.
      </Text>
    </section>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState icon="mail" title="Keine Mail passt zu dieser Auswahl." />;
  return (
    <EmptyState icon="mail" title="Noch keine Mails.">
      <p>Sobald die Anwendung eine Mail verschickt, steht sie hier.</p>
    </EmptyState>
  );
}

/** The states with their counts, as options. */
function statesWith(page: OutboxPage | undefined) {
  return outboxStates.map((value) => ({ value, label: page ? `${stateWords[value]} (${page.counts[value]})` : stateWords[value] }));
}

function totalOf({ counts }: OutboxPage, { state }: OutboxFilter): number {
  return state ? counts[state] : outboxStates.reduce((sum, one) => sum + counts[one], 0);
}
