import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { exceptionKindNames, exceptionKinds, exceptionLayers, feeLayerNames } from '#shared/money/fees/feeWords.ts';
import { feeExceptionInput, type FeeExceptionInput, type FeeExceptionView } from '#shared/money/fees/memberFees.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { useMemberFeeMutations } from './memberQueries.ts';

type ExceptionFormProps = {
  personId: string;
  club: ClubName;
  exception: FeeExceptionView | undefined;
  /** Initial values of a new exception. */ start?: Partial<FeeExceptionInput>;
  onClose: () => void;
};
type Form = UseFormReturnType<FeeExceptionInput>;

/** A fee that deviates from the rules, with a reason; temporary or permanent. */
export function ExceptionDialog({ isOpen, ...form }: ExceptionFormProps & { isOpen: boolean }) {
  return (
    <Modal
      opened={isOpen}
      onClose={form.onClose}
      title={form.exception ? 'Ausnahme ändern' : 'Ausnahme anlegen'}
      closeOnClickOutside={false}
    >
      {isOpen && <ExceptionForm {...form} />}
    </Modal>
  );
}

function ExceptionForm({ personId, club, exception, start, onClose }: ExceptionFormProps) {
  const { createException, updateException, deleteException } = useMemberFeeMutations();
  const { form, version, clash } = useRowForm<FeeExceptionInput>(
    exception ?? { version: 1 },
    { ...valuesOf(exception), ...start },
    feeExceptionInput,
  );
  const running = exception ? updateException : createException;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Die Ausnahme ist gespeichert. Sie gilt ab dem nächsten Beitragslauf.');
      onClose();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (exception) updateException.mutate({ ...values, id: exception.id, version }, settle);
    else createException.mutate({ ...values, id: personId }, settle);
  });
  const remove = () =>
    exception &&
    confirm({
      title: 'Ausnahme löschen?',
      text: 'Ab dem nächsten Lauf gilt wieder die Regel. Was schon gefordert ist, bleibt. Soll sie nur enden, tragen Sie „Bis“ ein.',
      action: 'Ausnahme löschen',
      onConfirm: () => deleteException.mutate(exception.id, { onSuccess: onClose, onError: notifyProblem }),
    });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <WhatFields form={form} club={club} />
        <TextInput
          label="Grund"
          description="Steht in der Beitragszeile; das Mitglied liest ihn."
          required
          maxLength={200}
          {...form.getInputProps('reason')}
        />
        <Group grow align="flex-start">
          <DayField label="Ab" hasVisibleLabel isRequired {...dayInput(form, 'from')} />
          <DayField label="Bis" hasVisibleLabel {...dayInput(form, 'to')} onChange={(day) => form.setFieldValue('to', day ?? null)} />
        </Group>
        <DayField
          label="Nachweis gilt bis"
          hasVisibleLabel
          {...dayInput(form, 'proofUntil')}
          onChange={(day) => form.setFieldValue('proofUntil', day ?? null)}
        />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {exception && (
            <Button variant="outline" color="danger" loading={deleteException.isPending} onClick={remove}>
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function WhatFields({ form, club }: { form: Form; club: ClubName }) {
  const { layer, departmentId, kind, cents, percent } = form.values;
  const departments = useDepartmentChoices(club, departmentId);
  const setLayer = (value: string | null) => {
    form.setFieldValue('layer', exceptionLayers.find((one) => one === value) ?? 'base');
    if (value !== 'department') form.setFieldValue('departmentId', null);
  };
  return (
    <>
      <Select
        label="Wofür"
        data={exceptionLayers.map((value) => ({ value, label: feeLayerNames[value] }))}
        allowDeselect={false}
        {...form.getInputProps('layer')}
        onChange={setLayer}
      />
      {layer === 'department' && <Select label="Abteilung" required data={departments} {...form.getInputProps('departmentId')} />}
      <Select
        label="Ausnahme"
        data={exceptionKinds.toReversed().map((value) => ({ value, label: exceptionKindNames[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {kind === 'cents' && (
        <EuroField
          label="Betrag in Euro"
          description="Statt des Betrags der Regel, je Zahlung"
          cents={cents}
          field={form.getInputProps('cents')}
          onChange={(value) => form.setFieldValue('cents', value)}
        />
      )}
      {kind === 'percent' && (
        <NumberInput
          label="Ermäßigung in Prozent"
          required
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('percent')}
          value={percent}
          onChange={(value) => form.setFieldValue('percent', Number(value))}
        />
      )}
    </>
  );
}

function valuesOf(exception: FeeExceptionView | undefined): FeeExceptionInput {
  if (exception) {
    const { id: _id, version: _version, ...values } = exception;
    return values;
  }
  return {
    layer: 'base',
    departmentId: null,
    kind: 'free',
    cents: 0,
    percent: 50,
    from: `${today().slice(0, 4)}-01-01`,
    to: null,
    reason: '',
    proofUntil: null,
  };
}
