import { useQuery } from '@tanstack/react-query';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { MyAssignments } from './MyAssignments.tsx';
import { myAssignmentsQuery } from './queries.ts';

/** "Meine Dienste" as a row with the number of shifts to come (/profile/enrolments). */
export function AssignmentsRow() {
  const { data } = useQuery(myAssignmentsQuery());
  const active = data?.filter(({ state }) => assignmentSets.active.includes(state)).length;
  return (
    <RowPart id="dienste" title="Meine Dienste" state={active !== undefined && (active === 0 ? 'Keine vor Ihnen' : `${active} vor Ihnen`)}>
      <MyAssignments />
    </RowPart>
  );
}
