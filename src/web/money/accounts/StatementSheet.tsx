import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { statementYears, yearStatement } from '#shared/money/accounts/yearStatement.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Letter, LetterPages } from '../letters/LetterPages.tsx';
import { accountQuery, usePaymentMutations } from './accountQueries.ts';
import classes from './statementSheet.module.css';

/** The statement of a payer's account for a year, as a letter to print, download or send. */
export function StatementSheet({ payerId, onBack }: { payerId: string; onBack: () => void }) {
  const query = useQuery(accountQuery(payerId));
  const { data } = query;
  const { user } = useAuth();
  const now = Number(today().slice(0, 4));
  const [year, setYear] = useState(now);
  if (!data) return <Loading query={query} />;
  const { name, address, reference } = data;
  return (
    <LetterPages letters={[{ payerId, name, address }]} onBack={onBack} actions={<Ways account={data} year={year} onYear={setYear} />}>
      <Letter
        title={`Kontoauszug ${year}`}
        sender={user ? boot.clubs[user.club.name].displayName : ''}
        name={name}
        address={address}
        day={germanDate(today())}
      >
        <p>
          das steht {year} auf Ihrem Konto {reference}:
        </p>
        <Lines account={data} year={year} />
      </Letter>
    </LetterPages>
  );
}

type WaysProps = { account: PayerAccount; year: number; onYear: (year: number) => void };

/** Selects the year, and sends or downloads the statement. */
function Ways({ account: { payerId, mailTo }, year, onYear }: WaysProps) {
  const { sendStatement, statementFile } = usePaymentMutations();
  const now = Number(today().slice(0, 4));
  const of = { payerId, year };
  const send = () =>
    sendStatement.mutate(of, { onSuccess: ({ email }) => notify(`Der Kontoauszug ${year} geht an ${email}.`), onError: notifyProblem });
  return (
    <Group gap="xs">
      <Select
        aria-label="Jahr"
        data={Array.from({ length: statementYears }, (_, back) => String(now - back))}
        value={String(year)}
        onChange={(value) => onYear(Number(value ?? now))}
        allowDeselect={false}
        w={110}
      />
      <Button
        variant="default"
        loading={statementFile.isPending}
        onClick={() => statementFile.mutate(of, { onSuccess: saveFile, onError: notifyProblem })}
      >
        Als PDF
      </Button>
      {mailTo ? (
        <Button variant="default" loading={sendStatement.isPending} onClick={send}>
          Per E-Mail senden
        </Button>
      ) : (
        <Text size="sm">Keine E-Mail-Adresse: bitte drucken.</Text>
      )}
    </Group>
  );
}

function Lines({ account: { entries }, year }: { account: PayerAccount; year: number }) {
  const { startCents, lines, endCents } = yearStatement(entries, year);
  return (
    <>
      <table className={classes['lines']}>
        <thead>
          <tr>
            <th>Tag</th>
            <th>Wofür</th>
            <th>Soll</th>
            <th>Haben</th>
            <th>Saldo</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{germanDate(`${year}-01-01`)}</td>
            <td colSpan={3}>Anfang</td>
            <td>{euros(startCents)}</td>
          </tr>
          {lines.map(({ day, label, chargedCents, paidCents, balanceCents }, at) => (
            // Entries of a year keep their positions.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>{germanDate(day)}</td>
              <td>{label}</td>
              <td>{chargedCents > 0 && euros(chargedCents)}</td>
              <td>{paidCents > 0 && euros(paidCents)}</td>
              <td>{euros(balanceCents)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={4}>Ende</th>
            <th>{euros(endCents)}</th>
          </tr>
        </tbody>
      </table>
      <p>Ein Minus ist ein Guthaben. Das ist keine Zuwendungsbestätigung.</p>
    </>
  );
}
