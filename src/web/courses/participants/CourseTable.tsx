import { useState } from 'react';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { ParticipantsBulkBar } from './many/ParticipantsBulkBar.tsx';
import { ParticipantCard } from './ParticipantCards.tsx';
import { participantOrders } from './participantColumns.tsx';
import { ParticipantMenu } from './ParticipantMenu.tsx';

type CourseTableProps = { list: StaffedList; columns: readonly Column<ListedParticipant>[]; mayEdit: boolean; mayExport: boolean };

/** The participants of a course in one list with the waiting list; below it those who are no longer there. */
export function CourseTable({ list, columns, mayEdit, mayExport }: CourseTableProps) {
  const [{ by, isDescending }, setOrder] = useState({ by: 'state', isDescending: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const onSort = (next: string) => setOrder({ by: next, isDescending: next === by && !isDescending });
  const compare = participantOrders[by];
  const sorted = compare ? list.rows.toSorted(compare) : list.rows;
  const rows = isDescending ? sorted.toReversed() : sorted;
  const gone = rows.filter(isGone);
  const there = rows.filter((one) => !isGone(one));
  const parts = {
    columns,
    keyOf: ({ id }: ListedParticipant) => id,
    sorting: { by, isDescending, onSort },
    renderCard: (one: ListedParticipant) => <ParticipantCard one={one} list={list} />,
  };
  return (
    <>
      <RecordList<ListedParticipant>
        {...parts}
        label="Teilnehmende"
        rows={there}
        {...((mayEdit || mayExport || list.mayMail) && {
          selection: { selected, onSelect: setSelected, isSelectable: () => true, nameOf: fullName },
        })}
        {...(mayEdit && { renderActions: (one) => <ParticipantMenu one={one} course={list.course} /> })}
        empty={<EmptyState icon="users" title={gone.length > 0 ? 'Niemand ist mehr dabei.' : 'Noch niemand angemeldet.'} />}
      />
      {/* Selected rows that are gone do not count. */}
      <ParticipantsBulkBar
        list={list}
        chosen={there.filter(({ id }) => selected.has(id))}
        mayEdit={mayEdit}
        mayExport={mayExport}
        onClear={() => setSelected(new Set())}
      />
      {gone.length > 0 && (
        <details className="no-print">
          <summary>Nicht mehr dabei ({gone.length})</summary>
          <RecordList<ListedParticipant> {...parts} label="Nicht mehr dabei" rows={gone} empty={null} />
        </details>
      )}
    </>
  );
}

/** A seat just cancelled is still reserved for a moment and can be given back. */
function isGone({ state, keptUntil }: ListedParticipant): boolean {
  return enrolmentSets.ended.includes(state) && keptUntil === null;
}
