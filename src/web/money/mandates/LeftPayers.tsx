import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { LeftPayer } from '#shared/money/payerLists.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import classes from './mandates.module.css';
import { useGonePayer } from './goneQueries.ts';
import { leftPayersQuery } from './queries.ts';

type LeftPayersProps = { club: ClubName; search: string | undefined; onOpen: (payerId: string) => void };

/** Payers who have left the club and still pay for others, each with a link to where another payer is named. */
export function LeftPayers({ club, search, onOpen }: LeftPayersProps) {
  const { data, error, refetch } = useQuery(leftPayersQuery(club, search));
  const asked = data?.filter(({ isKept }) => !isKept).length ?? 0;
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {asked > 0 && (
        <Text size="sm" mb="xs">
          <output>{asked === 1 ? '1 Zahler' : `${asked.toLocaleString('de-DE')} Zahler`}</output> nicht mehr im Verein. Bleibt es dabei,
          dass sie zahlen, sagen Sie es mit „Zahlt weiter“. Wer sonst künftig zahlt, steht beim Mitglied oder bei seiner Familie unter{' '}
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
            <span className={classes['quiet']}>{leftWords(row)}</span>
            <span>
              zahlt für <Whom row={row} />
            </span>
            <Open row={row} />
            <Keep row={row} />
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
    {
      name: 'leftOn',
      label: 'Ausgetreten',
      isOneLine: true,
      cell: ({ leftOn, hasDied }) => `${germanDate(leftOn)}${hasDied ? ', verstorben' : ''}`,
    },
    { name: 'whom', label: 'Zahlt für', cell: (row) => <Whom row={row} /> },
    { name: 'open', label: 'Offen', isNumber: true, cell: (row) => <Open row={row} /> },
    { name: 'keep', label: 'Künftig', cell: (row) => <Keep row={row} /> },
  ];
}

function leftWords({ leftOn, hasDied }: LeftPayer): string {
  return hasDied ? 'verstorben' : `ausgetreten am ${germanDate(leftOn)}`;
}

/** Says that a payer who left keeps paying, or no longer. */
function Keep({ row: { payerId, name, leftOn, hasDied, isKept } }: { row: LeftPayer }) {
  const { keep } = useGonePayer();
  if (hasDied) return null;
  const words = isKept ? 'Zahlt nicht weiter' : 'Zahlt weiter';
  return (
    <Group gap="xs">
      {isKept && <StateMark tone="good">zahlt weiter</StateMark>}
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${words}: ${name}`}
        loading={keep.isPending}
        onClick={() => keep.mutate({ payerId, leftOn, isKept: !isKept }, { onError: notifyProblem })}
      >
        {words}
      </Button>
    </Group>
  );
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
