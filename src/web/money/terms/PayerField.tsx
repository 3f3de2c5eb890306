import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListedCharge } from '#shared/money/charges.ts';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';

type PayerFieldProps = {
  row: ListedCharge;
  /** Who is chosen; empty for nobody. */ payerId: string;
  error: ReactNode;
  onChoose: (payerId: string, isOrganisation: boolean) => void;
};

/** Who pays a charge: a person, or an organisation in their place. What an organisation owes for itself only another one pays. */
export function PayerField({ row, payerId, error, onChoose }: PayerFieldProps) {
  const { user } = useAuth();
  const { data = [] } = useQuery({ ...organisationsQuery(user?.club.name ?? 'GSV'), enabled: user !== undefined });
  const organisations = data.map(({ id, name }) => ({ value: id, label: name }));
  const isOwn = row.isOrganisation && row.name === row.payer;
  const known = row.isOrganisation && !data.some(({ id }) => id === row.payerId) ? [{ value: row.payerId, label: row.payer }] : [];
  // The search keeps its person by itself: it starts anew and empty once an organisation pays.
  const [emptied, setEmptied] = useState(row.isOrganisation ? 1 : 0);
  const fault = payerId === '' ? error && 'Bitte auswählen, wer zahlt.' : error;
  const chosen = [...known, ...organisations].find(({ value }) => value === payerId);
  return (
    <>
      {!isOwn && (
        <PersonSearch
          key={emptied}
          label="Zahler"
          chosen={emptied > 0 ? undefined : { id: row.payerId, name: row.payer }}
          error={!chosen && fault}
          onChoose={(one) => onChoose(one ?? '', false)}
        />
      )}
      {(isOwn || known.length + organisations.length > 0) && (
        <Select
          label={isOwn ? 'Zahler' : 'Oder eine Organisation zahlt'}
          placeholder="Organisation wählen"
          searchable
          clearable={!isOwn}
          clearButtonProps={{ 'aria-label': 'Organisation leeren' }}
          data={[...known, ...organisations]}
          value={chosen?.value ?? null}
          error={chosen && fault}
          onChange={(one) => {
            if (one) setEmptied(emptied + 1);
            onChoose(one ?? '', one !== null);
          }}
        />
      )}
    </>
  );
}
