import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useOpenAccounts } from './clubAccounts.ts';

type AccountChoiceProps = {
  label: string;
  /** What the account is used for: the usual one is preselected. */ use: 'isCollect' | 'isPay';
  club?: ClubName;
  /** Undefined for the usual account. */ value: string | undefined;
  onChange: (id: string | undefined) => void;
  error?: ReactNode;
};

/** The bank account of a club that something is booked on. It has its place before the accounts are known, so that nothing beside it moves. */
export function AccountChoice({ label, use, club, value, onChange, error }: AccountChoiceProps) {
  const accounts = useOpenAccounts(use, club);
  return (
    <NativeSelect
      label={label}
      data={accounts.length === 0 ? [''] : accounts.map(({ id, line }) => ({ value: id, label: line }))}
      value={value ?? accounts[0]?.id ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      w={280}
    />
  );
}
