import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { departmentInput, type Department, type DepartmentInput, type ManagedDepartment } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { AssociationsField } from './AssociationsField.tsx';
import { valuesOf, type DepartmentFormType, type PersonField } from './departmentValues.ts';
import { isManaged, useDepartmentMutations } from './queries.ts';

type DepartmentFormProps = {
  department: ManagedDepartment | undefined;
  club: ClubName;
  PersonField: PersonField;
  onDone: (id: string) => void;
};

/** Creates or edits a department. */
export function DepartmentForm({ department, club, PersonField, onDone }: DepartmentFormProps) {
  const { create, update } = useDepartmentMutations();
  const { form, version, adopt, clash } = useRowForm<DepartmentInput>(
    department?.managed ?? { version: 1 },
    valuesOf(department),
    departmentInput,
  );
  const running = department ? update : create;

  const settle = {
    onSuccess: (saved: Department) => {
      form.resetDirty();
      if (isManaged(saved)) adopt(saved.managed.version, valuesOf(saved));
      notify(`„${saved.name}“ ist gespeichert.`);
      onDone(saved.id);
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = (values: DepartmentInput) => {
    if (department) update.mutate({ ...values, id: department.id, version }, settle);
    else create.mutate({ ...values, club }, settle);
  };

  return (
    <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
      <Stack>
        <TextInput label="Name" required maxLength={60} {...form.getInputProps('name')} />
        <Group grow align="flex-start">
          <TextInput label="Kürzel" maxLength={10} {...form.getInputProps('shortName')} />
          <TextInput label="Sportart" maxLength={60} {...form.getInputProps('sport')} />
        </Group>
        <HeadFields key={version} form={form} club={club} department={department} PersonField={PersonField} />
        <AssociationsField form={form} />
        <Group grow align="flex-start">
          <TextInput label="Kostenstelle" maxLength={20} {...form.getInputProps('costCenter')} />
          <NumberInput
            label="Platz in der Reihenfolge"
            min={0}
            max={999}
            allowDecimal={false}
            {...form.getInputProps('position')}
            onChange={(value) => form.setFieldValue('position', typeof value === 'number' ? value : 0)}
          />
        </Group>
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Button type="submit" loading={running.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type HeadFieldsProps = Pick<DepartmentFormProps, 'department' | 'club' | 'PersonField'> & { form: DepartmentFormType };

/** The head of the department and the deputy. */
function HeadFields({ form, club, department, PersonField }: HeadFieldsProps) {
  const { head = null, deputy = null } = department?.managed ?? {};
  return (
    <>
      <PersonField
        club={club}
        label="Leitung"
        {...(head && { chosen: head })}
        error={form.errors['headPersonId']}
        onChoose={(id) => form.setFieldValue('headPersonId', id)}
      />
      <PersonField
        club={club}
        label="Stellvertretung"
        {...(deputy && { chosen: deputy })}
        error={form.errors['deputyPersonId']}
        onChoose={(id) => form.setFieldValue('deputyPersonId', id)}
      />
    </>
  );
}
