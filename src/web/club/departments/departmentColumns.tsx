import { Text } from '@mantine/core';
import type { ManagedDepartment } from '#shared/club/departments.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import classes from './departments.module.css';
import { associationsToday, contentsOf, endOf, isRunning } from './departmentValues.ts';

/** The columns of the list; the name opens the department. */
export function departmentColumns(onOpen: (id: string) => void): Column<ManagedDepartment>[] {
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name department={one} onOpen={onOpen} />, isName: true },
    { name: 'shortName', label: 'Kürzel', cell: ({ managed }) => managed.shortName },
    { name: 'head', label: 'Leitung', cell: ({ managed }) => managed.head?.name ?? '' },
    { name: 'association', label: 'Fachverband', cell: (one) => <Associations department={one} /> },
    { name: 'members', label: 'Mitglieder', cell: ({ managed }) => <span className={classes['number']}>{managed.members}</span> },
    { name: 'offers', label: 'Angebote', cell: ({ managed }) => <span className={classes['number']}>{managed.offers}</span> },
    { name: 'end', label: 'Ende', cell: endOf },
  ];
}

/** A department as a card for phones. */
export function departmentCard(onOpen: (id: string) => void) {
  return (one: ManagedDepartment) => (
    <>
      <Name department={one} onOpen={onOpen} />
      <Text size="sm" c="dimmed">
        {[one.managed.head && `Leitung: ${one.managed.head.name}`, contentsOf(one)].filter(Boolean).join(' · ')}
      </Text>
      <Associations department={one} />
      {one.managed.endedOn && <StateMark tone="quiet">{`${isRunning(one) ? 'endet' : 'beendet'} am ${endOf(one)}`}</StateMark>}
    </>
  );
}

function Name({ department, onOpen }: { department: ManagedDepartment; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(department.id)}>{department.name}</RecordLink>;
}

function Associations({ department }: { department: ManagedDepartment }) {
  const numbers = associationsToday(department);
  return numbers.length > 0 ? <Text size="sm">{numbers.join(', ')}</Text> : <StateMark tone="waiting">ohne Fachverband</StateMark>;
}
