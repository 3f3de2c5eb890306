import { Button, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { today } from '#web/lib/berlinDay.ts';
import { departmentsQuery } from '../parts/departments.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberMutations } from './queries.ts';
import { DepartmentSlices } from './DepartmentSlices.tsx';

/** Says from which day on somebody belongs to which departments. */
export function DepartmentsForm({ member }: { member: MemberRecord }) {
  const { setDepartments } = useMemberMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(member.club));
  const now = today();
  const present = member.departments.filter(({ validTo }) => validTo === member.leftOn).map(({ departmentId }) => departmentId);
  const [chosen, setChosen] = useState<string[]>();
  const [from, setFrom] = useState(now < member.joinedOn ? member.joinedOn : now);
  const save = () =>
    setDepartments.mutate(
      { id: member.id, version: member.version, departmentIds: chosen ?? present, from },
      {
        onSuccess: () => {
          setChosen(undefined);
          notify(`Die Abteilungen gelten ab dem ${germanDate(from)}.`);
        },
      },
    );
  return (
    <Stack gap="sm">
      <DepartmentSlices member={member} />
      <MultiSelect
        label="Abteilungen"
        data={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen ?? present}
        onChange={setChosen}
        clearable
      />
      <DayField
        label="Gilt ab"
        hasVisibleLabel
        isRequired
        value={from || undefined}
        min={member.joinedOn}
        max={member.leftOn ?? undefined}
        onChange={(day) => setFrom(day ?? '')}
      />
      <FormProblem error={setDepartments.error} onReload={() => setDepartments.reset()} />
      <Button style={{ alignSelf: 'flex-start' }} disabled={!chosen || !from} loading={setDepartments.isPending} onClick={save}>
        Abteilungen speichern
      </Button>
    </Stack>
  );
}
