import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { requiredLine } from '#shared/kernel/fields.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useChargeMutations } from './queries.ts';

type DeferDialogProps = { row: ListedCharge; isOpen: boolean; onClose: () => void };

/** Defers a charge to a day, or ends the deferral. */
export function DeferDialog({ row, isOpen, onClose }: DeferDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Stunden: ${row.reference}`} centered>
      {isOpen && <DeferForm row={row} onClose={onClose} />}
    </Modal>
  );
}

const reasonShape = z.strictObject({ reason: requiredLine(200) });

function DeferForm({ row, onClose }: Omit<DeferDialogProps, 'isOpen'>) {
  const { defer } = useChargeMutations();
  const [until, setUntil] = useState(row.deferredUntil ?? addDays(today(), 30));
  const form = useShapeForm({ reason: '' }, reasonShape);
  const { id, version } = row;
  const send = (day: string | null, reason: string) =>
    defer.mutate(
      { id, version, until: day, reason },
      {
        onSuccess: () => (notify(day ? `Gestundet bis ${germanDate(day)}.` : 'Die Stundung ist aufgehoben.'), onClose()),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    );
  return (
    <form onSubmit={form.onSubmit(({ reason }) => send(until, reason))} noValidate>
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, offen {euros(restOf(row))}. Bis zu diesem Tag wird nichts eingezogen und nicht erinnert; wer zahlt,
          bekommt eine Mail.
        </Text>
        <DayField label="Gestundet bis" hasVisibleLabel value={until} min={addDays(today(), 1)} onChange={(day) => day && setUntil(day)} />
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={defer.error} fields={['reason']} />
        <Group justify="flex-end" gap="xs">
          {row.deferredUntil && (
            <Button variant="default" loading={defer.isPending} onClick={() => send(null, '')}>
              Stundung aufheben
            </Button>
          )}
          <Button type="submit" loading={defer.isPending}>
            Stunden
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
