import { Button, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { departmentsInput, type MemberRecord } from '#shared/people/members.ts';
import { today } from '#web/lib/berlinDay.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { DepartmentSlices } from './DepartmentSlices.tsx';
import { useMemberMutations } from './queries.ts';

type Values = { departmentIds: string[]; from: string };

/** The member's current departments, and the first day on which a change can take effect. */
function valuesOf({ departments, joinedOn, leftOn }: MemberRecord): Values {
  const now = today();
  // One that ends later, e.g. with its department, is still current.
  const running = departments.filter(({ validTo }) => validTo === leftOn || validTo === null || validTo >= now);
  return {
    departmentIds: [...new Set(running.map(({ departmentId }) => departmentId))],
    from: now < joinedOn ? joinedOn : now,
  };
}

/** Changes a member's departments from a given day. */
export function DepartmentsForm({ member }: { member: MemberRecord }) {
  const { setDepartments } = useMemberMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(member.club));
  const { form, version, adopt, clash } = useRowForm(member, valuesOf(member), departmentsInput);
  const save = (values: Values) =>
    setDepartments.mutate(
      { id: member.id, version, ...values },
      {
        onSuccess: (saved) => {
          form.resetDirty();
          adopt(saved.version, { ...valuesOf(saved), from: values.from });
          notify(`Die Abteilungen gelten ab dem ${germanDate(values.from)}.`);
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <DepartmentSlices member={member} />
        <MultiSelect
          label="Abteilungen"
          data={departments.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          {...form.getInputProps('departmentIds')}
        />
        <DayField
          label="Gilt ab"
          hasVisibleLabel
          isRequired
          min={member.joinedOn}
          max={member.leftOn ?? undefined}
          {...dayInput(form, 'from')}
        />
        <FormProblem error={setDepartments.error} fields={Object.keys(form.values)} clash={clash} />
        <Button
          type="submit"
          style={{ alignSelf: 'flex-start' }}
          disabled={!form.isDirty('departmentIds') || !form.values.from}
          loading={setDepartments.isPending}
        >
          Abteilungen speichern
        </Button>
      </Stack>
    </form>
  );
}
