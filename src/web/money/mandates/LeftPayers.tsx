import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { LeftPayer } from '#shared/money/payerLists.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import classes from './mandates.module.css';
import { leftPayersQuery } from './queries.ts';

type LeftPayersProps = { club: ClubName; search: string | undefined; onOpen: (payerId: string) => void };

/** Payers who have left the club and still pay for others, each with a link to where another payer is named. */
export function LeftPayers({ club, search, onOpen }: LeftPayersProps) {
  const { data, error, refetch } = useQuery(leftPayersQuery(club, search));
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && data.length > 0 && (
        <Text size="sm" mb="xs">
          <output>{data.length === 1 ? '1 Zahler' : `${data.length.toLocaleString('de-DE')} Zahler`}</output> nicht mehr im Verein. Wer
          künftig zahlt, steht beim Mitglied oder bei seiner Familie unter{' '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to={pages.adminFees.path} search={{ tab: 'familien' }} />}>
            Beiträge
          </Anchor>
          . Offene Forderungen übergeben Sie unter „Forderungen“ mit „Ändern“, „Zahler ändern“.
        </Text>
      )}
      <RecordList
        label="Ausgetretene Zahler"
        columns={columnsOf(onOpen)}
        rows={data}
        keyOf={({ payerId }) => payerId}
        renderCard={(row) => (
          <div className={classes['row']}>
            <RecordLink onOpen={() => onOpen(row.payerId)}>{row.name}</RecordLink>
            <span className={classes['quiet']}>ausgetreten am {germanDate(row.leftOn)}</span>
            <span>
              zahlt für <Whom row={row} />
            </span>
            <Open row={row} />
          </div>
        )}
        empty={<EmptyState icon="check" title="Kein ausgetretener Zahler gefunden." />}
      />
    </>
  );
}

function columnsOf(onOpen: (payerId: string) => void): Column<LeftPayer>[] {
  return [
    {
      name: 'name',
      label: 'Zahler',
      isName: true,
      cell: ({ payerId, name }) => <RecordLink onOpen={() => onOpen(payerId)}>{name}</RecordLink>,
    },
    { name: 'leftOn', label: 'Ausgetreten', isOneLine: true, cell: ({ leftOn }) => germanDate(leftOn) },
    { name: 'whom', label: 'Zahlt für', cell: (row) => <Whom row={row} /> },
    { name: 'open', label: 'Offen', isNumber: true, cell: (row) => <Open row={row} /> },
  ];
}

function Whom({ row: { paysFor } }: { row: LeftPayer }) {
  return paysFor.map(({ name, memberId }, at) => (
    <span key={`${memberId} ${name}`}>
      {at > 0 && ', '}
      {memberId ? (
        <Anchor inherit renderRoot={(props) => <Link {...props} to={pages.member.path} params={{ memberId }} />}>
          {name}
        </Anchor>
      ) : (
        name
      )}
    </span>
  ));
}

function Open({ row: { payerId, name, paysFor } }: { row: LeftPayer }) {
  const cents = sumOfCents(paysFor.map(({ openCents }) => ({ cents: openCents })));
  if (cents === 0) return null;
  return (
    <Anchor
      inherit
      aria-label={`Konto: ${name}`}
      renderRoot={(props) => <Link {...props} to={pages.adminCharges.path} search={{ konto: payerId }} />}
    >
      {euros(cents)}
    </Anchor>
  );
}
