import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Balance, Balances } from '#shared/money/cash/contract.ts';
import { moneyAccountNames } from '#shared/money/cash/words.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../year/year.module.css';
import { OpeningDialog } from './OpeningDialog.tsx';
import { balancesQuery } from './queries.ts';

type BalancesPartProps = { club: ClubName; year: number };

/** The opening and closing balances of account and cash box, compared with the bank's. */
export function BalancesPart({ club, year }: BalancesPartProps) {
  const { data, error, refetch } = useQuery(balancesQuery(club, year));
  const [asked, setAsked] = useState<Balance>();
  return (
    <PagePart title="Kontostände">
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data && (
        <Stack gap="sm">
          <Text size="sm">
            Was in den Büchern steht. Die Summe am Ende ist die vom Anfang mit dem Überschuss oder Fehlbetrag des Jahres.
          </Text>
          <BalanceTable balances={data.balances} onOpening={setAsked} />
          <StatementWords statement={data.statement} hasOpening={data.balances.some(isBank)} />
        </Stack>
      )}
      <OpeningDialog club={club} balance={asked} onClose={() => setAsked(undefined)} />
    </PagePart>
  );
}

function isBank({ account, opening }: Balance): boolean {
  return account === 'bank' && opening !== null;
}

const sums: { label: string; of: (one: Balance) => number }[] = [
  { label: 'Anfang', of: ({ startCents }) => startCents },
  { label: 'Eingänge', of: ({ inCents }) => inCents },
  { label: 'Ausgänge', of: ({ outCents }) => outCents },
  { label: 'Ende', of: ({ endCents }) => endCents },
];

type BalanceTableProps = { balances: readonly Balance[]; onOpening: (of: Balance) => void };

function BalanceTable({ balances, onOpening }: BalanceTableProps) {
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
          <tr key={one.account}>
            <th scope="row">
              <Group gap="xs" justify="space-between">
                {moneyAccountNames[one.account]}
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
        <tr>
          <th scope="row">Zusammen</th>
          {sums.map(({ label, of }) => (
            <td key={label} data-label={label}>
              {euros(balances.reduce((total, one) => total + of(one), 0))}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** Whether the books agree with the bank, and what explains a difference. */
function StatementWords({ statement, hasOpening }: { statement: Balances['statement']; hasOpening: boolean }) {
  if (!hasOpening)
    return (
      <Text size="sm">
        Tragen Sie den Anfangsbestand des Kontos vom ersten Auszug ein, dann wird jeder weitere Auszug damit verglichen.
      </Text>
    );
  if (!statement) return <Text size="sm">Aus diesem Jahr ist kein Auszug mit Endsaldo eingelesen (camt.053).</Text>;
  const { day, cents, bookedCents, openLines, openCents, ignoredLines, ignoredCents } = statement;
  const rest = cents - bookedCents - openCents - ignoredCents;
  const explained = [
    openLines > 0 && `${euros(openCents)} in ${lines(openLines)}, noch nicht zugeordnet`,
    ignoredLines > 0 && `${euros(ignoredCents)} in ${lines(ignoredLines)}, beiseitegelegt`,
    rest !== 0 && `${euros(rest)} ohne Zeile: von Hand gebucht, was nicht auf dem Konto war, oder ein Auszug fehlt`,
  ].filter((one) => one !== false);
  return (
    <Text size="sm" component="output">
      Laut Auszug lagen am {germanDate(day)} auf dem Konto {euros(cents)}, laut Büchern {euros(bookedCents)}.{' '}
      {cents === bookedCents ? 'Das stimmt überein.' : `Unterschied ${euros(cents - bookedCents)}: ${explained.join('; ')}.`}
    </Text>
  );
}

function lines(count: number): string {
  return count === 1 ? '1 Zeile' : `${count} Zeilen`;
}
