import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { sphereNames } from '#shared/money/books/words.ts';
import type { Entry } from '#shared/money/entries/contract.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../charges/charges.module.css';
import { EntryDialog } from './EntryDialog.tsx';
import { entriesQuery, useEntryMutations } from './queries.ts';

const columns: Column<Entry>[] = [
  { name: 'day', label: 'Tag', cell: ({ bookedOn }) => germanDate(bookedOn) },
  { name: 'category', label: 'Wofür', isName: true, cell: ({ category }) => categoryOf(category).label },
  { name: 'text', label: 'Text', cell: ({ text }) => text },
  { name: 'sphere', label: 'Bereich', cell: ({ sphere }) => sphereNames[sphere] },
  { name: 'origin', label: 'Woher', cell: originOf },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => <strong className={classes['amount']}>{euros(cents)}</strong> },
];

/** Income and expenses apart from charges and donations: from bank transactions, or entered by hand. */
export function EntriesPart({ club, year }: { club: ClubName; year: number }) {
  const { data, error, refetch } = useQuery(entriesQuery(club, year));
  const { remove } = useEntryMutations();
  const [isMaking, setIsMaking] = useState(false);
  const ask = (entry: Entry) =>
    confirm({
      title: 'Buchung löschen?',
      text: `${categoryOf(entry.category).label}, ${euros(entry.cents)} am ${germanDate(entry.bookedOn)}: ${entry.text}`,
      action: 'Löschen',
      onConfirm: () => remove.mutate({ id: entry.id }, { onSuccess: () => notify('Die Buchung ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <PagePart title="Weitere Einnahmen und Ausgaben">
      <Text size="sm" mb="sm">
        Was nicht aus Forderungen und Spenden kommt. Zeilen vom Konto buchen Sie unter „Bank“, Bares tragen Sie hier ein.
      </Text>
      <Button variant="default" mb="sm" leftSection={<Icon name="plus" size={18} />} onClick={() => setIsMaking(true)}>
        Eintragen
      </Button>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label="Weitere Einnahmen und Ausgaben"
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          renderCard={(entry) => <EntryCard entry={entry} />}
          renderActions={(entry) =>
            !entry.isOfBank &&
            !entry.isLocked && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Löschen: ${categoryOf(entry.category).label}, ${entry.text}`}
                onClick={() => ask(entry)}
              >
                Löschen
              </Button>
            )
          }
          empty={<EmptyState icon="receipt-euro" title={`${year} ist noch nichts eingetragen.`} />}
        />
      )}
      <EntryDialog club={club} isOpen={isMaking} onClose={() => setIsMaking(false)} />
    </PagePart>
  );
}

function EntryCard({ entry }: { entry: Entry }) {
  return (
    <span className={classes['card']}>
      <strong>
        {categoryOf(entry.category).label}: <span className={classes['amount']}>{euros(entry.cents)}</span>
      </strong>
      <span className={classes['quiet']}>
        {germanDate(entry.bookedOn)} · {entry.text}
      </span>
      <span className={classes['quiet']}>
        {sphereNames[entry.sphere]} · {originOf(entry)}
      </span>
    </span>
  );
}

function originOf({ account, isOfBank, createdBy }: Entry): string {
  return isOfBank ? 'Bank' : `${moneyAccountNames[account]}, ${createdBy}`;
}
