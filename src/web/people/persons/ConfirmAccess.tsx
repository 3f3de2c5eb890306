import { Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { accessBasisNames, boardBases } from '#shared/people/accessWords.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useAccessMutations } from './linkQueries.ts';

/** The evidence that the board may rely on. */
export const basisChoices = boardBases.map((value) => ({ value, label: capital(accessBasisNames[value]) }));

type ConfirmAccessProps = { of: { id: string; userId: string }; name: string; action: string; told: string };

/** Confirms an access that was only claimed, or that was blocked; the evidence is recorded with it. */
export function ConfirmAccess({ of, name, action, told }: ConfirmAccessProps) {
  const { verify } = useAccessMutations();
  const [basis, setBasis] = useState<(typeof boardBases)[number]>('board');
  const choose = (value: string) => setBasis(boardBases.find((one) => one === value) ?? 'board');
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label="Nachweis"
        aria-label={`Nachweis für ${name}`}
        data={basisChoices}
        value={basis}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <Button
        variant="default"
        aria-label={action === 'Bestätigen' ? `Zugang von ${name} bestätigen` : undefined}
        loading={verify.isPending}
        onClick={() => verify.mutate({ ...of, basis }, { onSuccess: () => notify(told), onError: notifyProblem })}
      >
        {action}
      </Button>
    </Group>
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
