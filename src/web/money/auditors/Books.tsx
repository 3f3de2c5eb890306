import { Stack, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { OpenedBooks } from '#shared/money/auditors/contract.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { YearTable } from '../year/YearTable.tsx';
import classes from '../year/year.module.css';
import { Movements } from './Movements.tsx';
import { SamplePart } from './SamplePart.tsx';

type Opening = { token: string; password: string };

/** The auditors' view of a year: sums, balances, all transactions, and samples of them. */
export function Books({ books, opening }: { books: OpenedBooks; opening: Opening }) {
  const { clubName, year, until, closedUntil, balances, movements } = books;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>{`${clubName}: Bücher ${year}`}</Text>
        <Text size="sm" c="dimmed">
          {closedUntil ? `Abgeschlossen bis ${germanDate(closedUntil)}. ` : 'Noch nicht abgeschlossen. '}
          {`Nur zum Lesen; der Link gilt bis ${germanDate(until)}.`}
        </Text>
      </div>
      <PagePart title={`Einnahmen und Ausgaben ${year}`}>
        <YearTable year={books} />
      </PagePart>
      <PagePart title="Konten und Kasse">
        <table className={`${classes['year']} ${classes['stacked']}`}>
          <thead>
            <tr>
              <th>Wo</th>
              <th>Anfang</th>
              <th>Eingänge</th>
              <th>Ausgänge</th>
              <th>Ende</th>
            </tr>
          </thead>
          <tbody>
            {balances.map(({ account, accountId, name, startCents, inCents, outCents, endCents }) => (
              <tr key={`${account} ${accountId}`}>
                <th>{name}</th>
                <td data-label="Anfang">{euros(startCents)}</td>
                <td data-label="Eingänge">{euros(inCents)}</td>
                <td data-label="Ausgänge">{euros(outCents)}</td>
                <td data-label="Ende">{euros(endCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PagePart>
      <SamplePart opening={opening} />
      <Movements movements={movements} />
    </Stack>
  );
}
