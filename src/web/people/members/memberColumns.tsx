import { germanDate } from '#shared/kernel/calendar.ts';
import type { ListedMember } from '#shared/people/members.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { MemberState } from './MemberState.tsx';
import classes from './members.module.css';

/** The columns of the list. */
export function memberColumns(onOpen: (id: string) => void): Column<ListedMember>[] {
  return [
    { name: 'name', label: 'Name', sort: 'name', isName: true, cell: (member) => <MemberName member={member} onOpen={onOpen} /> },
    { name: 'number', label: 'Nummer', sort: 'number', cell: ({ memberNo }) => memberNo },
    { name: 'kind', label: 'Art', cell: ({ kind }) => memberKindName(kind) },
    {
      name: 'departments',
      label: 'Abteilungen',
      cell: ({ departments }) => <span title={departments.join(', ')}>{departments.join(', ') || '–'}</span>,
    },
    { name: 'joinedOn', label: 'Eintritt', sort: 'joinedOn', cell: ({ joinedOn }) => germanDate(joinedOn) },
    { name: 'leftOn', label: 'Austritt', isHiddenAtFirst: true, cell: ({ leftOn }) => (leftOn ? germanDate(leftOn) : '–') },
    { name: 'state', label: 'Status', cell: (member) => <MemberState member={member} /> },
  ];
}

/** The name, which opens the details. */
export function MemberName({
  member,
  onOpen,
}: {
  member: Pick<ListedMember, 'id' | 'firstname' | 'lastname'>;
  onOpen: (id: string) => void;
}) {
  return (
    <button type="button" className={classes['name']} onClick={() => onOpen(member.id)}>
      {listedName(member)}
    </button>
  );
}
