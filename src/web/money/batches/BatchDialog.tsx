import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { addDays } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { chargeBatchChange, type ChargeBatchInput, type ChargeBatchResult } from '#shared/money/batches/contract.ts';
import { needsReason } from '#shared/money/batches/rules.ts';
import { chargeMethodNames, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { batchHints, batchTitles, resultWords, type AskedAction } from './batchWords.ts';
import { PayerField } from '../terms/PayerField.tsx';
import { useBatchMutations } from './queries.ts';
import type { ChosenCharge } from './useChargeSelection.ts';

type BatchDialogProps = { action: AskedAction; chosen: readonly ChosenCharge[]; onClose: () => void; onDone: () => void };

/** The parameters of a bulk action on charges, with a confirmation. */
export function BatchDialog(props: BatchDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title={batchTitles[props.action]} centered>
      <BatchForm {...props} />
    </Modal>
  );
}

type Values = { action: AskedAction; paidOn: string; dueOn: string; until: string; method: string | null; payerId: string; reason: string };
const dayOf: { readonly [action in AskedAction]?: 'paidOn' | 'dueOn' | 'until' } = { paid: 'paidOn', dueOn: 'dueOn', defer: 'until' };
const dayLabels = { paidOn: 'Eingegangen am', dueOn: 'Fällig am', until: 'Gestundet bis' } as const;
const methods = ['transfer', 'cash', 'but', 'sepa'] as const satisfies readonly ChargeMethod[];

/** Only the parameters of the chosen action are sent. */
function orderOf({ action, method, payerId, reason, ...days }: Values) {
  const day = dayOf[action];
  const chosen = methods.find((one) => one === method);
  return {
    action,
    ...(day && { [day]: days[day] }),
    ...((action === 'paid' || action === 'method') && chosen && { method: chosen }),
    ...(action === 'payer' && payerId !== '' && { payerId }),
    reason,
  };
}

const shape = z
  .custom<Values>()
  .transform((values): ChargeBatchInput => orderOf(values))
  .pipe(chargeBatchChange);

/** Payments can be undone; other actions were confirmed first, and the payers have been notified. */
function isUndoable(action: AskedAction, { changed }: ChargeBatchResult): boolean {
  return action === 'paid' && changed.length > 0;
}

function BatchForm({ action, chosen, onClose, onDone }: BatchDialogProps) {
  const { change } = useBatchMutations();
  const values: Values = {
    action,
    paidOn: today(),
    dueOn: addDays(today(), 14),
    until: addDays(today(), 30),
    method: action === 'method' ? 'transfer' : null,
    payerId: '',
    reason: '',
  };
  const form = useShapeForm<Values>(values, shape);
  const items = chosen.map(({ id, version }) => ({ id, version }));
  const cents = chosen.reduce((sum, { restCents }) => sum + restCents, 0);
  const day = dayOf[action];
  const submit = form.onSubmit((filled) =>
    change.mutate(
      { ...orderOf(filled), items },
      {
        onSuccess: (result) => {
          const undo = () => change.mutate({ action: 'reopen', items: result.changed }, { onError: notifyProblem });
          notify(resultWords(result), isUndoable(action, result) ? undo : undefined);
          onDone();
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
          {chosen.length === 1 ? '1 Forderung' : `${chosen.length.toLocaleString('de')} Forderungen`}, offen {euros(cents)}.{' '}
          {batchHints[action]} Geht etwas bei einem Zahler nicht, bleibt bei ihm alles, wie es ist.
        </Text>
        {day && (
          <DayField
            label={dayLabels[day]}
            hasVisibleLabel
            isRequired
            {...(day === 'paidOn' ? { max: today() } : { min: addDays(today(), day === 'until' ? 1 : 0) })}
            {...dayInput(form, day)}
          />
        )}
        {(action === 'paid' || action === 'method') && (
          <Select
            label="Zahlungsart"
            placeholder="Wie vorgesehen"
            data={methods
              .filter((one) => action === 'method' || one !== 'sepa')
              .map((value) => ({ value, label: chargeMethodNames[value] }))}
            clearable={action === 'paid'}
            allowDeselect={action === 'paid'}
            {...form.getInputProps('method')}
          />
        )}
        {action === 'payer' && (
          <PayerField
            payerId={form.values.payerId}
            error={form.errors['payerId']}
            onChoose={(payerId) => form.setFieldValue('payerId', payerId)}
          />
        )}
        {needsReason(action) && <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />}
        <FormProblem error={change.error} fields={['paidOn', 'dueOn', 'until', 'method', 'payerId', 'reason']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={change.isPending} {...((action === 'cancel' || action === 'waive') && { color: 'danger' })}>
            {batchTitles[action]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
