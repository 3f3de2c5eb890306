import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';

type PayerFieldProps = {
  /** Default "Zahler". */ label?: string;
  /** The present payer; undefined if there are several. */ present?: { id: string; name: string; isOrganisation: boolean };
  /** Whether it is an organisation's own charge, which only another organisation can pay. */ isOwn?: boolean;
  /** The selected payer; empty for none. */ payerId: string;
  error: ReactNode;
  onChoose: (payerId: string, isOrganisation: boolean) => void;
};

/** Selects the payer of a charge: a person, or an organisation in their place. */
export function PayerField({ label = 'Zahler', present, isOwn = false, payerId, error, onChoose }: PayerFieldProps) {
  const { user } = useAuth();
  const { data = [] } = useQuery({ ...organisationsQuery(user?.club.name ?? 'GSV'), enabled: user !== undefined });
  const organisations = data.map(({ id, name }) => ({ value: id, label: name }));
  const known = present?.isOrganisation && !data.some(({ id }) => id === present.id) ? [{ value: present.id, label: present.name }] : [];
  // The search keeps its selection internally: a new key empties it once an organisation pays.
  const [emptied, setEmptied] = useState(present?.isOrganisation ? 1 : 0);
  const fault = payerId === '' ? error && 'Bitte auswählen, wer zahlt.' : error;
  const chosen = [...known, ...organisations].find(({ value }) => value === payerId);
  return (
    <>
      {!isOwn && (
        <PersonSearch
          key={emptied}
          label={label}
          chosen={emptied > 0 ? undefined : present}
          error={!chosen && fault}
          onChoose={(one) => onChoose(one ?? '', false)}
        />
      )}
      {(isOwn || known.length + organisations.length > 0) && (
        <Select
          label={isOwn ? label : 'Oder eine Organisation zahlt'}
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
