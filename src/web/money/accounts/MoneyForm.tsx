import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { chargeMethodNames } from '#shared/money/chargeWords.ts';
import { paymentInput, type PayerAccount } from '#shared/money/payments.ts';
import { receivedKinds } from '#shared/money/paymentWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePaymentMutations } from './accountQueries.ts';

type Values = { cents: number; note: string };

const shape = paymentInput.pick({ cents: true }).strip();

const words = {
  create: { day: 'Eingegangen am', action: 'Zahlung erfassen', done: 'Die Zahlung ist erfasst.' },
  payOut: { day: 'Ausgezahlt am', action: 'Auszahlung vermerken', done: 'Die Auszahlung ist vermerkt.' },
} as const;

type MoneyFormProps = {
  account: PayerAccount;
  /** Money received, or credit paid out. */ action: 'create' | 'payOut';
  onClose: () => void;
};

/** Records money received or paid out on an account; receipts pay the earliest due charges first. */
export function MoneyForm({ account: { payerId, openCents, creditCents }, action, onClose }: MoneyFormProps) {
  const mutations = usePaymentMutations();
  const { isPending, error } = mutations[action];
  const [bookedOn, setBookedOn] = useState(today());
  const [kind, setKind] = useState<(typeof receivedKinds)[number]>('transfer');
  const [inCash, setInCash] = useState(false);
  const form = useShapeForm<Values>({ cents: action === 'create' ? openCents : creditCents, note: '' }, shape);
  const submit = form.onSubmit(({ cents, note }) => {
    const money = { payerId, cents, bookedOn, note };
    const ended = {
      onSuccess: () => (notify(words[action].done), onClose()),
      onError: (refusal: unknown) => applyProblem(form, refusal),
    };
    if (action === 'create') mutations.create.mutate({ ...money, kind }, ended);
    else mutations.payOut.mutate({ ...money, inCash }, ended);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <EuroField
          label="Betrag in Euro"
          {...(action === 'create' && { description: 'Bezahlt wird, was zuerst fällig ist; was übrig bleibt, wird Guthaben.' })}
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <DayField
          label={words[action].day}
          hasVisibleLabel
          value={bookedOn}
          max={today()}
          onChange={(day) => setBookedOn(day ?? today())}
        />
        {action === 'create' && (
          <Select
            label="Zahlungsart"
            data={receivedKinds.map((value) => ({ value, label: chargeMethodNames[value] }))}
            value={kind}
            onChange={(value) => setKind(receivedKinds.find((one) => one === value) ?? 'transfer')}
            allowDeselect={false}
          />
        )}
        {action === 'payOut' && (
          <Checkbox label="Bar aus der Kasse" checked={inCash} onChange={(event) => setInCash(event.currentTarget.checked)} />
        )}
        <TextInput label="Notiz" maxLength={200} {...form.getInputProps('note')} />
        <FormProblem error={error} fields={['cents', 'note']} />
        <FormButtons action={words[action].action} isBusy={isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
