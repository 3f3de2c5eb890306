import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { collectable, mandateInput, type Mandate, type Payment } from '#shared/money/mandates.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { CollectOpen } from './CollectOpen.tsx';
import { useMandateMutations } from './queries.ts';

type MandateFormProps = {
  payment: Payment;
  /** The mandate that the new one replaces. */ replaced: Mandate | undefined;
  onClose: () => void;
};

type Values = {
  iban: string;
  accountHolder: string;
  signedOn: string;
  reference: string;
  /** Empty: for everybody. */ forPersonId: string;
  kind: 'recurrent' | 'one_off';
  collectsOpen: boolean;
};

const shape = mandateInput.pick({ iban: true, accountHolder: true, signedOn: true, reference: true }).strip();

/** Enters a paper mandate, new or as a replacement. */
export function MandateDialog({ isOpen, ...form }: MandateFormProps & { isOpen: boolean }) {
  return (
    <Modal
      opened={isOpen}
      onClose={form.onClose}
      title={form.replaced ? 'Mandat ersetzen' : 'Mandat eintragen'}
      closeOnClickOutside={false}
    >
      {isOpen && <MandateForm {...form} />}
    </Modal>
  );
}

function MandateForm({ payment, replaced, onClose }: MandateFormProps) {
  const { create, replace } = useMandateMutations();
  const form = useShapeForm<Values>(
    {
      iban: '',
      accountHolder: replaced?.accountHolder ?? payment.payer.name,
      signedOn: '',
      reference: payment.reference,
      forPersonId: '',
      kind: 'recurrent',
      collectsOpen: true,
    },
    shape,
  );
  const { error, isPending } = replaced ? replace : create;
  const settle = {
    onSuccess: () => {
      notify('Das Mandat ist eingetragen.');
      onClose();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit(({ forPersonId, kind, collectsOpen, ...account }) => {
    if (replaced) replace.mutate({ id: replaced.id, version: replaced.version, ...account }, settle);
    else {
      const whom = forPersonId || null;
      const collects = collectsOpen && collectable(payment, whom).count > 0;
      create.mutate({ ...account, payerPersonId: payment.payer.id, forPersonId: whom, kind, collectsOpen: collects }, settle);
    }
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        {replaced && (
          <Text size="sm">Das bisherige Mandat {replaced.reference} endet. Für das neue braucht es eine neue Unterschrift.</Text>
        )}
        <TextInput
          label="IBAN"
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('iban')}
          onBlur={() => form.values.iban.trim() !== '' && form.validateField('iban')}
        />
        <TextInput label="Kontoinhaber" required autoComplete="off" maxLength={70} {...form.getInputProps('accountHolder')} />
        <DayField label="Unterschrieben am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'signedOn')} />
        <TextInput
          label="Mandatsreferenz"
          description="Wie auf dem Papier. Steht dort keine, lassen Sie den Vorschlag."
          required
          autoComplete="off"
          maxLength={35}
          {...form.getInputProps('reference')}
        />
        {!replaced && (
          <>
            {payment.paysFor.some(({ id }) => id !== payment.payer.id) && (
              <Select
                label="Gilt für"
                data={[
                  { value: '', label: 'alle, für die gezahlt wird' },
                  ...payment.paysFor.map(({ id, name }) => ({ value: id, label: `nur ${name}` })),
                ]}
                allowDeselect={false}
                {...form.getInputProps('forPersonId')}
              />
            )}
            <Select
              label="Wie oft"
              data={[
                { value: 'recurrent', label: 'wiederkehrend' },
                { value: 'one_off', label: 'nur ein Mal' },
              ]}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
            <CollectOpen
              payment={payment}
              forPersonId={form.values.forPersonId || null}
              {...form.getInputProps('collectsOpen', { type: 'checkbox' })}
            />
          </>
        )}
        <FormProblem error={error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {replaced ? 'Ersetzen' : 'Eintragen'}
        </Button>
      </Stack>
    </form>
  );
}
