import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { proofInput, proofKindNames, proofKinds, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { licenceKindsQuery } from './queries.ts';

type Answer = { onSuccess: () => void; onError: (error: unknown) => void };

type ProofFormProps = {
  of?: TrainerProof | undefined;
  /** Submits the input. */
  onSave: (values: z.input<typeof proofInput>, answer: Answer) => void;
  isBusy: boolean;
  error: unknown;
  onDone: () => void;
  /** Shown below the fields of a licence. */
  children?: ReactNode;
};

const kinds = proofKinds.map((value) => ({ value, label: proofKindNames[value] }));

/** A licence, a first aid course or the signed code, entered by the board or the person. */
export function ProofForm({ of, onSave, isBusy, error, onDone, children }: ProofFormProps) {
  const form = useShapeForm(
    {
      kind: of?.kind ?? ('licence' as const),
      name: of?.name ?? '',
      number: of?.number ?? '',
      issuedBy: of?.issuedBy ?? '',
      validFrom: of?.validFrom ?? '',
      validTo: of?.validTo ?? '',
    },
    proofInput,
  );
  const submit = form.onSubmit((values) =>
    onSave(values.kind === 'licence' ? values : { ...values, name: '' }, {
      onSuccess: () => {
        notify('Der Nachweis ist gespeichert.');
        onDone();
      },
      onError: (failure) => applyProblem(form, failure),
    }),
  );
  const isLicence = form.values.kind === 'licence';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" mt="xs">
        <NativeSelect label="Was?" data={kinds} {...form.getInputProps('kind')} />
        {isLicence && (
          <>
            <LicenceField before={of?.name ?? ''} field={form.getInputProps('name')} />
            <TextInput label="Nummer" maxLength={40} {...form.getInputProps('number')} />
          </>
        )}
        {form.values.kind !== 'codeOfConduct' && <TextInput label="Ausgestellt von" maxLength={80} {...form.getInputProps('issuedBy')} />}
        <DayField label="Vom" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'validFrom')} />
        <DayField label="Gültig bis" hasVisibleLabel {...dayInput(form, 'validTo')} />
        {isLicence && children}
        <FormProblem error={error} fields={Object.keys(form.values)} />
        <FormButtons action="Speichern" isBusy={isBusy} onCancel={onDone} />
      </Stack>
    </form>
  );
}

/** The selectable licences, and the current one even if it is no longer offered. */
function LicenceField({ before, field }: { before: string; field: object }) {
  const { data = [] } = useQuery(licenceKindsQuery());
  const names = data.map(({ name }) => name);
  const choice = before && !names.includes(before) ? [before, ...names] : names;
  return <NativeSelect label="Lizenz" required data={[{ value: '', label: 'Bitte wählen' }, ...choice]} {...field} />;
}
