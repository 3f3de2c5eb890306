import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { collectable, completeMandateInput, type Mandate, type Payment } from '#shared/money/mandates.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { CollectOpen } from './CollectOpen.tsx';
import { useMandateMutations } from './queries.ts';

type CompleteFormProps = { mandate: Mandate; payment: Payment; onClose: () => void };
type Values = { signedOn: string; reference: string; lastUsedOn: string | null; collectsOpen: boolean };

/** Adds the data of a mandate that its import lacked. */
export function CompleteDialog({ mandate, ...form }: Omit<CompleteFormProps, 'mandate'> & { mandate: Mandate | undefined }) {
  return (
    <Modal opened={mandate !== undefined} onClose={form.onClose} title="Mandat ergänzen">
      {mandate && <CompleteForm {...form} mandate={mandate} />}
    </Modal>
  );
}

function CompleteForm({ mandate, payment, onClose }: CompleteFormProps) {
  const { complete } = useMandateMutations();
  const form = useShapeForm<Values>(
    {
      signedOn: mandate.signedOn ?? '',
      reference: mandate.reference ?? payment.reference,
      lastUsedOn: usedSince(mandate.signedOn, mandate.lastUsedOn),
      collectsOpen: true,
    },
    completeMandateInput,
  );
  const save = form.onSubmit(({ collectsOpen, ...paper }) =>
    complete.mutate(
      {
        id: mandate.id,
        version: mandate.version,
        ...paper,
        collectsOpen: collectsOpen && collectable(payment, mandate.forPersonId).count > 0,
      },
      {
        onSuccess: () => {
          notify('Das Mandat ist vollständig.');
          onClose();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  const [isTyped, setIsTyped] = useState(false);
  const signed = dayInput(form, 'signedOn');
  const sign = (day: string | undefined) => {
    signed.onChange(day);
    // An imported last debit before the signature belongs to an older mandate.
    if (!isTyped) form.setFieldValue('lastUsedOn', usedSince(day ?? null, mandate.lastUsedOn));
  };
  const lastUsed = dayInput(form, 'lastUsedOn');
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {mandate.accountHolder}, {mandate.account}
        </Text>
        <DayField label="Unterschrieben am" hasVisibleLabel isRequired max={today()} {...signed} onChange={sign} />
        <TextInput label="Mandatsreferenz" required maxLength={35} autoComplete="off" {...form.getInputProps('reference')} />
        <DayField
          label="Zuletzt eingezogen am"
          hasVisibleLabel
          max={today()}
          {...lastUsed}
          onChange={(day) => {
            setIsTyped(true);
            form.setFieldValue('lastUsedOn', day ?? null);
          }}
        />
        <Text size="sm" c="dimmed">
          Ein Mandat erlischt, wenn 36 Monate lang nichts eingezogen wird.
        </Text>
        <CollectOpen payment={payment} forPersonId={mandate.forPersonId} {...form.getInputProps('collectsOpen', { type: 'checkbox' })} />
        <FormProblem error={complete.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={complete.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

/** The day of the last debit, unless it is before the signature. */
function usedSince(signedOn: string | null, lastUsedOn: string | null): string | null {
  return signedOn !== null && lastUsedOn !== null && lastUsedOn < signedOn ? null : lastUsedOn;
}
