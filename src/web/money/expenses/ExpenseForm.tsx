import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { euros } from '#shared/kernel/money.ts';
import { expenseInput, type FullExpense } from '#shared/money/expenses/contract.ts';
import { expenseAtMostKm, submittableFrom } from '#shared/money/expenses/rules.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useExpenseMutations } from './queries.ts';
import { VouchersField } from './VouchersField.tsx';

type ExpenseFormProps = {
  userId: string;
  kmCents: number;
  departments: readonly { id: string; name: string }[];
  /** The expense to edit; undefined for a new one. */ of?: FullExpense | undefined;
  onDone: () => void;
};

const kinds = [
  { value: 'voucher', label: 'Mit Beleg' },
  { value: 'km', label: 'Gefahrene Kilometer' },
] as const;

const noVoucher = 'Bitte mindestens einen Beleg als Foto oder PDF.';

/** Submits an expense, or edits one that is not approved yet: the voucher first. */
export function ExpenseForm({ userId, kmCents, departments, of, onDone }: ExpenseFormProps) {
  const { create, update } = useExpenseMutations();
  const form = useShapeForm(valuesOf(of), expenseInput, {
    check: ({ km, vouchers }) => (km === null && vouchers.length === 0 ? { vouchers: noVoucher } : {}),
  });
  const { km, cents, vouchers } = form.values;
  const after = {
    onSuccess: () => (notify('Die Auslage ist eingereicht.'), onDone()),
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) =>
    of ? update.mutate({ ...values, id: of.id, version: of.version }, after) : create.mutate(values, after),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Segments
          aria-label="Art der Auslage"
          data={kinds}
          fullWidth
          value={km === null ? 'voucher' : 'km'}
          onChange={(kind) => form.setValues(kind === 'km' ? { km: 0, cents: null } : { km: null, cents: 0 })}
        />
        <VouchersField
          userId={userId}
          value={vouchers}
          isRequired={km === null}
          error={form.errors['vouchers']}
          onChange={(paths) => form.setFieldValue('vouchers', paths)}
        />
        {km === null ? (
          <EuroField
            label="Betrag"
            cents={cents ?? 0}
            field={form.getInputProps('cents')}
            onChange={(typed) => form.setFieldValue('cents', typed)}
          />
        ) : (
          <NumberInput
            label="Kilometer"
            description={`Hin und zurück; ${euros(kmCents)} je Kilometer${km > 0 ? `, zusammen ${euros(km * kmCents)}` : ''}`}
            required
            min={0}
            max={expenseAtMostKm}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('km')}
            value={km === 0 ? '' : km}
            onChange={(typed) => form.setFieldValue('km', Number(typed) || 0)}
          />
        )}
        <TextInput label="Wofür" placeholder="Etwa: Bälle für die Kinder" required maxLength={120} {...form.getInputProps('purpose')} />
        <DayField label="Tag" hasVisibleLabel isRequired min={submittableFrom(today())} max={today()} {...dayInput(form, 'spentOn')} />
        <DepartmentField field={form.getInputProps('departmentId')} departments={departments} of={of} />
        <FormProblem error={create.error ?? update.error} fields={Object.keys(form.values)} />
        <FormButtons action="Einreichen" isBusy={create.isPending || update.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function valuesOf(of: FullExpense | undefined) {
  return {
    spentOn: of?.spentOn ?? today(),
    purpose: of?.purpose ?? '',
    departmentId: of?.departmentId ?? null,
    cents: of?.km != null ? null : (of?.cents ?? 0),
    km: of?.km ?? null,
    vouchers: of?.vouchers.map(({ path }) => path) ?? [],
  };
}

type DepartmentFieldProps = Pick<ExpenseFormProps, 'departments' | 'of'> & {
  field: object;
};

/** The department whose head decides; without one the board does. */
function DepartmentField({ field, departments, of }: DepartmentFieldProps) {
  const data = departments.map(({ id, name }) => ({ value: id, label: name }));
  const isEnded = of?.departmentId && !departments.some(({ id }) => id === of.departmentId);
  if (data.length === 0 && !isEnded) return null;
  return (
    <Select
      label="Abteilung"
      description="Deren Leitung prüft die Auslage; ohne Abteilung der Vorstand."
      placeholder="Keine"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Abteilung leeren' }}
      data={isEnded ? [...data, { value: of.departmentId ?? '', label: of.department }] : data}
      {...field}
    />
  );
}
