import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { euros } from '#shared/kernel/money.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { termsInput } from '#shared/money/terms/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PayerField } from './PayerField.tsx';
import { useTermsMutations } from './queries.ts';

type Values = { dueOn: string; method: string; payerId: string; isOrganisation: boolean; reason: string };
const methods = ['sepa', 'transfer', 'cash', 'but'] as const satisfies readonly ChargeMethod[];

/** The methods on offer: nothing is collected from an organisation. */
function methodsFor({ isOrganisation }: Pick<Values, 'isOrganisation'>): readonly ChargeMethod[] {
  return isOrganisation ? methods.filter((one) => one !== 'sepa') : methods;
}

/** Only the changed fields are sent. */
function changed(row: ListedCharge, { dueOn, method, payerId, reason }: Values) {
  const next = methods.find((one) => one === method);
  return {
    ...(dueOn !== row.dueOn && { dueOn }),
    ...(next && next !== row.method && { method: next }),
    ...(payerId !== row.payerId && { payerId }),
    reason,
  };
}

/** Changes the due date, the method and the payer of an open charge. */
export function ChangeForm({ row, onClose }: { row: ListedCharge; onClose: () => void }) {
  const { change } = useTermsMutations();
  const { id, version, dueOn, method, payerId, isOrganisation } = row;
  const shape = z
    .custom<Values>()
    .transform((values) => changed(row, values))
    .pipe(termsInput)
    .refine((change) => Object.keys(change).length > 1, { path: ['dueOn'], error: 'Hier ist noch nichts anders als bisher.' });
  const form = useShapeForm<Values>({ dueOn, method, payerId, isOrganisation, reason: '' }, shape);
  const submit = form.onSubmit((values) =>
    change.mutate(
      { id, version, ...changed(row, values) },
      {
        onSuccess: (now) => {
          const before = { dueOn, payerId, ...(method !== 'free' && { method }) };
          const undo = () =>
            change.mutate({ ...before, id: now.id, version: now.version, reason: 'Rückgängig' }, { onError: notifyProblem });
          notify(now.id === id ? `${row.reference} ist geändert.` : `Statt ${row.reference} gilt jetzt ${now.reference}.`, undo);
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  const choose = (one: string, paysAsOrganisation: boolean) => {
    const next = { ...form.values, payerId: one, isOrganisation: paysAsOrganisation };
    form.setValues({ ...next, method: methodsFor(next).find((way) => way === next.method) ?? 'transfer' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {row.name}: {row.label}, offen {euros(restOf(row))}. Wer zahlt, bekommt eine Mail. Zahlt jemand anders, wird diese Forderung
          storniert und mit neuem Zeichen neu gestellt.
        </Text>
        <DayField label="Fällig am" hasVisibleLabel isRequired {...dayInput(form, 'dueOn')} />
        <Select
          label="Zahlungsart"
          data={methodsFor(form.values).map((value) => ({ value, label: chargeMethodNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('method')}
        />
        <PayerField
          present={{ id: row.payerId, name: row.payer, isOrganisation: row.isOrganisation }}
          isOwn={row.isOrganisation && row.name === row.payer}
          payerId={form.values.payerId}
          error={form.errors['payerId']}
          onChoose={choose}
        />
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        <FormProblem error={change.error} fields={['dueOn', 'method', 'payerId', 'reason']} />
        <Button type="submit" loading={change.isPending}>
          Ändern
        </Button>
      </Stack>
    </form>
  );
}
