import { Button, Group, NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';

type Rate = { centsPerHour: number; validFrom: string };

type NewRateProps = {
  /** The fields for the subject of the rate. */ children: ReactNode;
  adding: { isPending: boolean; error: Error | null; reset: () => void };
  onAdd: (rate: Rate, settle: { onSuccess: () => void }) => void;
};

/** Adds an hourly rate from a day on, by default from the beginning of this year. */
export function NewRate({ children, adding, onAdd }: NewRateProps) {
  const [amount, setAmount] = useState<number | string>('');
  const [validFrom, setValidFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const add = () =>
    onAdd({ centsPerHour: Math.round(Number(amount) * 100), validFrom }, { onSuccess: () => (setAmount(''), notify('Der Satz gilt.')) });
  return (
    <>
      <Group gap="xs" align="flex-end" mt="sm">
        <NumberInput
          label="Euro je Stunde"
          w={140}
          min={0}
          max={500}
          decimalScale={2}
          decimalSeparator=","
          value={amount}
          onChange={setAmount}
        />
        {children}
        <DayField label="Gilt ab" hasVisibleLabel value={validFrom} onChange={(day) => day && setValidFrom(day)} />
        <Button variant="default" disabled={amount === ''} loading={adding.isPending} onClick={add}>
          Satz festlegen
        </Button>
      </Group>
      <FormProblem error={adding.error} onReload={() => adding.reset()} />
    </>
  );
}
