import { Stack } from '@mantine/core';
import type { ManagedDepartment } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { DepartmentForm } from './DepartmentForm.tsx';
import type { PersonField } from './departmentValues.ts';
import { EndPart } from './EndPart.tsx';

type DepartmentDrawerProps = {
  id: string | undefined;
  club: ClubName;
  departments: readonly ManagedDepartment[] | undefined;
  PersonField: PersonField;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One department beside the list; "new" creates one. */
export function DepartmentDrawer({ id, club, departments, PersonField, onOpen, onClose }: DepartmentDrawerProps) {
  const department = departments?.find((one) => one.id === id);
  return (
    <RecordDrawer id={id} title={id === 'new' ? 'Abteilung anlegen' : (department?.name ?? 'Abteilung')} onOpen={onOpen} onClose={onClose}>
      {id === 'new' && <DepartmentForm department={undefined} club={club} PersonField={PersonField} onDone={onOpen} />}
      {department && (
        <Stack key={department.id} gap="xl">
          <DepartmentForm department={department} club={club} PersonField={PersonField} onDone={() => undefined} />
          <EndPart department={department} onGone={onClose} />
        </Stack>
      )}
      {id !== undefined && id !== 'new' && !department && <Pending />}
    </RecordDrawer>
  );
}
