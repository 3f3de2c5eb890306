import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
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
  const [cents, setCents] = useState<number | null>(null);
  const [validFrom, setValidFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const add = () => onAdd({ centsPerHour: cents ?? 0, validFrom }, { onSuccess: () => (setCents(null), notify('Der Satz gilt.')) });
  return (
    <>
      <Group gap="xs" align="flex-end" mt="sm">
        <EuroInput label="Euro je Stunde" w={140} cents={cents} onChange={setCents} />
        {children}
        <DayField label="Gilt ab" hasVisibleLabel value={validFrom} onChange={(day) => day && setValidFrom(day)} />
        <Button variant="default" disabled={cents === null} loading={adding.isPending} onClick={add}>
          Satz festlegen
        </Button>
      </Group>
      <FormProblem error={adding.error} onReload={() => adding.reset()} />
    </>
  );
}
