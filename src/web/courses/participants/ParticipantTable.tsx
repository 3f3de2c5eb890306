import { Table, Text } from '@mantine/core';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { EmergencyCards } from './EmergencyCards.tsx';
import { ParticipantCards } from './ParticipantCards.tsx';
import { ParticipantMenu } from './ParticipantMenu.tsx';
import { callTo, detailsOf, openDetailsOf, stateOf, toneOf, untilOf } from './participantWords.ts';

/** The print layout: the list, a sheet to sign, the emergency numbers. */
export type PrintView = 'list' | 'sheet' | 'emergency';
type TableView = Exclude<PrintView, 'sheet'>;

type Listed = Pick<StaffedList, 'rows'>;

/** The participants of an event beside its list, or the emergency numbers of a course: those with a seat, the waiting list in order, and ended enrolments. */
export function ParticipantTable({ list, view, mayEdit }: { list: Listed; view: TableView; mayEdit: boolean }) {
  const isGone = ({ state, keptUntil }: ListedParticipant) =>
    enrolmentSets.ended.includes(state) && (keptUntil === null || view !== 'list');
  const inside = list.rows.filter((one) => !isGone(one) && one.state !== 'waitlisted');
  const waiting = list.rows.filter(({ state }) => state === 'waitlisted');
  const gone = list.rows.filter(isGone);
  if (list.rows.length === 0) return <EmptyState icon="users" title="Noch niemand angemeldet." />;
  return (
    <>
      <Rows label="Teilnehmende" rows={inside} view={view} mayEdit={mayEdit} />
      {view === 'list' && waiting.length > 0 && (
        <>
          <h3>Warteliste</h3>
          <Rows label="Warteliste" rows={waiting} view={view} mayEdit={mayEdit} />
        </>
      )}
      {view === 'list' && gone.length > 0 && (
        <details className="no-print">
          <summary>Nicht mehr dabei ({gone.length})</summary>
          <Rows label="Nicht mehr dabei" rows={gone} view={view} mayEdit={false} />
        </details>
      )}
    </>
  );
}

type RowsProps = { label: string; rows: readonly ListedParticipant[]; view: TableView; mayEdit: boolean };

function Rows({ label, rows, view, mayEdit }: RowsProps) {
  const isWide = useWide();
  if (view === 'list' && !isWide) return <ParticipantCards label={label} rows={rows} mayEdit={mayEdit} />;
  if (view === 'emergency' && !isWide) return <EmergencyCards label={label} rows={rows} />;
  return (
    <Table.ScrollContainer minWidth={520} type="native">
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {view === 'list' && <Table.Th>Status</Table.Th>}
            {view === 'list' && <Table.Th>Telefon</Table.Th>}
            {view === 'emergency' && <Table.Th>Notfallkontakt</Table.Th>}
            {mayEdit && view === 'list' && (
              <Table.Th className="no-print">
                <span className="unseen">Aktionen</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                {listedName(one)}
                <Text size="sm" c="dimmed">
                  {view === 'list' ? detailsOf(one) : openDetailsOf(one)}
                </Text>
                {view === 'list' && one.staffNote && (
                  <Text size="sm" className="no-print">
                    Notiz: {one.staffNote}
                  </Text>
                )}
              </Table.Td>
              {view === 'list' && (
                <>
                  <Table.Td>
                    <StateMark tone={toneOf(one)} wraps>
                      {stateOf(one)}
                    </StateMark>
                    {untilOf(one) && (
                      <Text size="sm" c="dimmed">
                        {untilOf(one)}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{one.phone ? <a href={callTo(one.phone)}>{one.phone}</a> : '–'}</Table.Td>
                </>
              )}
              {view === 'emergency' && (
                <Table.Td>
                  {one.emergencyContactName ?? one.guardianName ?? '–'}
                  <br />
                  <a href={callTo(one.emergencyContactPhone ?? one.phone ?? '')}>{one.emergencyContactPhone ?? one.phone ?? ''}</a>
                </Table.Td>
              )}
              {mayEdit && view === 'list' && (
                <Table.Td className="no-print">
                  <ParticipantMenu one={one} course={undefined} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
