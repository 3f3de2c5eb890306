import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Balance } from '#shared/money/cash/contract.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../year/year.module.css';
import { OpeningDialog } from './OpeningDialog.tsx';
import { balancesQuery } from './queries.ts';

type BalancesPartProps = { club: ClubName; year: number };

/** The opening and closing balances of account and cash box, compared with the bank's. */
export function BalancesPart({ club, year }: BalancesPartProps) {
  const { data, error, refetch } = useQuery(balancesQuery(club, year));
  const [asked, setAsked] = useState<string>();
  const banks = data?.filter(({ account }) => account === 'bank') ?? [];
  return (
    <PagePart title="Kontostände">
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && (
        <Stack gap="sm">
          <Text size="sm">
            Was in den Büchern steht. Die Summe am Ende ist die vom Anfang mit dem Überschuss oder Fehlbetrag des Jahres.
          </Text>
          <BalanceTable balances={data} onOpening={(one) => setAsked(keyOf(one))} />
          {banks.map((one) => (
            <StatementWords key={one.accountId} balance={one} isOnly={banks.length === 1} />
          ))}
        </Stack>
      )}
      <OpeningDialog club={club} balance={data?.find((one) => keyOf(one) === asked)} onClose={() => setAsked(undefined)} />
    </PagePart>
  );
}

/** The bank accounts have an id of their own; the cash box gets its one with the opening balance. */
function keyOf({ account, accountId }: Balance): string {
  return account === 'cash' ? account : `${accountId}`;
}

const sums: { label: string; of: (one: Balance) => number }[] = [
  { label: 'Anfang', of: ({ startCents }) => startCents },
  { label: 'Eingänge', of: ({ inCents }) => inCents },
  { label: 'Ausgänge', of: ({ outCents }) => outCents },
  { label: 'Ende', of: ({ endCents }) => endCents },
];

type BalanceTableProps = { balances: readonly Balance[]; onOpening: (of: Balance) => void };

function BalanceTable({ balances, onOpening }: BalanceTableProps) {
  const banks = balances.filter(({ account }) => account === 'bank');
  return (
    <table className={`${classes['year']} ${classes['stacked']}`} aria-label="Kontostände">
      <thead>
        <tr>
          <th>Wo</th>
          {sums.map(({ label }) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {balances.map((one) => (
          <tr key={keyOf(one)}>
            <th scope="row">
              <Group gap="xs" justify="space-between">
                {one.endedOn ? `${one.name}, beendet ${germanDate(one.endedOn)}` : one.name}
                <Button variant="default" size="compact-sm" onClick={() => onOpening(one)}>
                  {one.opening ? `Anfang: ${germanDate(one.opening.day)}` : 'Anfangsbestand eintragen'}
                </Button>
              </Group>
            </th>
            {sums.map(({ label, of }) => (
              <td key={label} data-label={label}>
                {euros(of(one))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {banks.length > 1 && <SumRow label="Konten zusammen" balances={banks} />}
        <SumRow label="Zusammen" balances={balances} />
      </tfoot>
    </table>
  );
}

function SumRow({ label: words, balances }: { label: string; balances: readonly Balance[] }) {
  return (
    <tr>
      <th scope="row">{words}</th>
      {sums.map(({ label, of }) => (
        <td key={label} data-label={label}>
          {euros(balances.reduce((total, one) => total + of(one), 0))}
        </td>
      ))}
    </tr>
  );
}

/** Whether the books of an account agree with the bank, and what explains a difference. */
function StatementWords({ balance: { name, opening, statement }, isOnly }: { balance: Balance; isOnly: boolean }) {
  const where = isOnly ? 'dem Konto' : `„${name}“`;
  if (!opening)
    return (
      <Text size="sm">
        {isOnly ? '' : `„${name}“: `}Tragen Sie den Anfangsbestand des Kontos vom ersten Auszug ein, dann wird jeder weitere Auszug damit
        verglichen.
      </Text>
    );
  if (!statement)
    return <Text size="sm">{isOnly ? 'Aus' : `„${name}“: Aus`} diesem Jahr ist kein Auszug mit Endsaldo eingelesen (camt.053).</Text>;
  const { day, cents, bookedCents, openLines, openCents, ignoredLines, ignoredCents } = statement;
  const rest = cents - bookedCents - openCents - ignoredCents;
  const explained = [
    openLines > 0 && `${euros(openCents)} in ${lines(openLines)}, noch nicht zugeordnet`,
    ignoredLines > 0 && `${euros(ignoredCents)} in ${lines(ignoredLines)}, beiseitegelegt`,
    rest !== 0 && `${euros(rest)} ohne Zeile: von Hand gebucht, was nicht auf dem Konto war, oder ein Auszug fehlt`,
  ].filter((one) => one !== false);
  return (
    <Text size="sm" component="output">
      Laut Auszug lagen am {germanDate(day)} auf {where} {euros(cents)}, laut Büchern {euros(bookedCents)}.{' '}
      {cents === bookedCents ? 'Das stimmt überein.' : `Unterschied ${euros(cents - bookedCents)}: ${explained.join('; ')}.`}
    </Text>
  );
}

function lines(count: number): string {
  return count === 1 ? '1 Zeile' : `${count} Zeilen`;
}
