import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ManagedDepartment } from '#shared/club/departments.ts';
import { pages } from '#shared/kernel/pages.ts';
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
    { name: 'fees', label: 'Beitrag', cell: (one) => <Fees department={one} /> },
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
      <Fees department={one} />
      {one.managed.endedOn && <StateMark tone="quiet">{`${isRunning(one) ? 'endet' : 'beendet'} am ${endOf(one)}`}</StateMark>}
    </>
  );
}

function Name({ department, onOpen }: { department: ManagedDepartment; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(department.id)}>{department.name}</RecordLink>;
}

/** The fees with a link to their rules; a department without a fee says nothing. */
function Fees({ department: { name, managed } }: { department: ManagedDepartment }) {
  if (managed.fees.length === 0) return null;
  return (
    <Anchor
      size="sm"
      aria-label={`Beitrag ${name}: ${managed.fees.join(', ')}`}
      renderRoot={(props) => <Link {...props} to={pages.adminFees.path} search={{ tab: 'regeln' }} />}
    >
      {managed.fees.join(', ')}
    </Anchor>
  );
}

function Associations({ department }: { department: ManagedDepartment }) {
  const numbers = associationsToday(department);
  return numbers.length > 0 ? <Text size="sm">{numbers.join(', ')}</Text> : <StateMark tone="waiting">ohne Fachverband</StateMark>;
}
