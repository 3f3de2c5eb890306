import { Button, List, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { addMonths, germanDate, isDay } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { installmentsInput } from '#shared/money/terms/contract.ts';
import { installmentLimits, installmentsOf } from '#shared/money/terms/installments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useTermsMutations } from './queries.ts';

type Values = { /** Text while typing. */ count: number | string; firstOn: string; reason: string };
const { least, most } = installmentLimits;

/** Splits a charge into installments, with a preview of the amounts. */
export function SplitForm({ row, onClose }: { row: ListedCharge; onClose: () => void }) {
  const { split, join } = useTermsMutations();
  const firstOn = row.dueOn > today() ? row.dueOn : addMonths(today(), 1);
  const form = useShapeForm<Values>({ count: 3, firstOn, reason: '' }, installmentsInput);
  const { id, version } = row;
  const submit = form.onSubmit(({ count, ...plan }) =>
    split.mutate(
      { id, version, count: Number(count), ...plan },
      {
        onSuccess: ({ whole, installments }) => {
          const undo = () => join.mutate({ id, version: whole.version, reason: 'Rückgängig' }, { onError: notifyProblem });
          notify(`${row.reference} ist in ${installments.length} Raten aufgeteilt.`, undo);
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, offen {euros(restOf(row))}. Jede Rate wird eine eigene Forderung mit eigenem Zeichen; {row.payer} bekommt
          eine Mail mit allen Tagen.
        </Text>
        <NumberInput label="Raten" required min={least} max={most} clampBehavior="none" {...form.getInputProps('count')} />
        <DayField label="Erste Rate fällig am" hasVisibleLabel isRequired min={today()} {...dayInput(form, 'firstOn')} />
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        <Plan rest={restOf(row)} count={Number(form.values.count)} firstOn={form.values.firstOn} />
        <FormProblem error={split.error} fields={['count', 'firstOn', 'reason']} />
        <Button type="submit" loading={split.isPending}>
          In Raten aufteilen
        </Button>
      </Stack>
    </form>
  );
}

function Plan({ rest, count, firstOn }: { rest: number; count: number; firstOn: string }) {
  if (!Number.isInteger(count) || count < least || count > most || rest < count || !isDay(firstOn)) return null;
  return (
    <List size="sm" aria-label="Raten">
      {installmentsOf(rest, count, firstOn).map(({ cents, dueOn }) => (
        <List.Item key={dueOn}>
          {germanDate(dueOn)}: {euros(cents)}
        </List.Item>
      ))}
    </List>
  );
}
