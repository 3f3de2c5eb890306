import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { excusedOf, isCardGuest, repliesFirst, stillToMark } from '#shared/courses/attendanceOrder.ts';
import { attendanceStateNames, attendanceSets, type AttendanceState } from '#shared/courses/sessionStates.ts';
import type { AttendanceSheet } from '#shared/courses/attendance.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import classes from '../participants/participants.module.css';
import { AttendanceRow } from './AttendanceRow.tsx';
import { CloseList } from './CloseList.tsx';
import { SessionActions } from './SessionActions.tsx';
import { useAttendance } from './useAttendance.ts';
import { KeptGuests } from './KeptGuests.tsx';
import { WalkIn } from './WalkIn.tsx';

/** With more card holders than this, the rest is collapsed. */
const shownByCard = 8;

/** The attendance list of a session: large buttons per person; works offline. */
export function AttendanceList({ sessionId }: { sessionId: string }) {
  const list = useAttendance(sessionId);
  const { sheet, stateOf, mark } = list;
  if (!sheet)
    return (
      <>
        <PageTitle title="Anwesenheit" />
        {list.error ? <LoadProblem error={list.error} onRetry={() => void list.reload()} /> : <Pending />}
      </>
    );
  const isThere = ({ personId }: { personId: string }) => attendanceSets.there.some((state) => state === stateOf(personId));
  const present = sheet.people.filter(isThere).length;
  const [byCard, expected] = [sheet.people.filter(isCardGuest), sheet.people.filter((one) => !isCardGuest(one))];
  const open = stillToMark(expected, stateOf);
  const excused = excusedOf(sheet.people, stateOf);
  const isOff = sheet.session.state === 'cancelled';
  const marked = (personIds: readonly string[], state: AttendanceState) => {
    const before = personIds.map((id) => [id, stateOf(id)] as const);
    void mark(personIds, state);
    const [name] = sheet.people.filter(({ personId }) => personIds.includes(personId)).map((one) => one.name);
    const words = state === 'present' ? 'da' : attendanceStateNames[state];
    const undo = () =>
      [...Map.groupBy(before, ([, was]) => was)].forEach(
        ([was, ones]) =>
          void mark(
            ones.map(([id]) => id),
            was,
          ),
      );
    notify(personIds.length === 1 ? `${name}: ${words}` : `${personIds.length} Personen: ${words}`, undo, 'mark');
  };
  const row = (one: (typeof sheet.people)[number]) => (
    <AttendanceRow
      key={one.personId}
      of={one}
      state={stateOf(one.personId)}
      isOff={isOff}
      onMark={(state) => marked([one.personId], state)}
    />
  );
  return (
    <Stack gap="sm">
      <PageTitle title={sheet.session.courseTitle} />
      <Text size="sm">
        {formatDay(sheet.session.startsAt)}, {timeRange(sheet.session)}
        {sheet.session.place && ` · ${sheet.session.place}`}
        {sheet.session.substitute && ` · Vertretung: ${sheet.session.substitute}`}
      </Text>
      <SyncState list={list} sheet={sheet} />
      {isOff && <Alert color="danger">Dieser Termin fällt aus: {sheet.session.reason}</Alert>}
      <Group justify="space-between" className={classes['counter']}>
        <Text component="output" fw={700} size="xl">
          {present} von {expected.length + byCard.filter(isThere).length}
          {excused > 0 && (
            <Text span size="sm" c="dimmed">
              {' '}
              · {excused} entschuldigt
            </Text>
          )}
        </Text>
        <Button size="md" variant="default" disabled={open.length === 0 || isOff} onClick={() => marked(open, 'present')}>
          Alle da
        </Button>
      </Group>
      <ul className={classes['people']}>{repliesFirst(expected).map(row)}</ul>
      {byCard.length > 0 && (
        <details open={byCard.length <= shownByCard || byCard.some(isThere)}>
          <summary>Mit Karte, ohne festen Platz ({byCard.length})</summary>
          <ul className={classes['people']}>{byCard.map(row)}</ul>
        </details>
      )}
      <KeptGuests of={list.guests} />
      {sheet.people.length === 0 && <Text>Für diesen Termin ist niemand angemeldet.</Text>}
      <CloseList session={sheet.session} of={list} />
      {!isOff && <WalkIn sessionId={sessionId} onDone={() => void list.reload()} onKeep={list.guests.keep} />}
      <SessionActions session={sheet.session} isOffline={list.isOffline} onDone={() => void list.reload()} />
    </Stack>
  );
}

/** Says since when the list may be outdated. */
function offlineTitle(keptAt: number | undefined): string {
  return keptAt === undefined ? 'Ohne Verbindung' : `Ohne Verbindung · Stand ${formatTime(new Date(keptAt).toISOString())} Uhr`;
}

function SyncState({ list, sheet }: { list: ReturnType<typeof useAttendance>; sheet: AttendanceSheet }) {
  const nameOf = new Map(sheet.people.map(({ personId, name }) => [personId, name]));
  return (
    <>
      {(list.isOffline || list.unsent > 0) && (
        <Alert color="waiting" title={list.isOffline ? offlineTitle(list.keptAt) : 'Wird übertragen'}>
          {list.unsent > 0
            ? `${list.unsent === 1 ? 'Eine Markierung ist auf diesem Telefon gemerkt und wird' : `${list.unsent} Markierungen sind auf diesem Telefon gemerkt und werden`} später übertragen.`
            : 'Die Liste stammt vom letzten Abruf. Markierungen werden gemerkt.'}
        </Alert>
      )}
      {list.conflicts.length > 0 && (
        <Alert
          color="danger"
          withCloseButton
          closeButtonLabel="Hinweis schließen"
          onClose={list.clearConflicts}
          title="Nicht alles wurde übernommen"
        >
          {list.conflicts.map(({ clientId, personId, result, state, markedBy, reason }) => (
            <Text key={clientId} size="sm">
              {nameOf.get(personId ?? '') && `${nameOf.get(personId ?? '')}: `}
              {result === 'overtaken' && state
                ? `später markiert${markedBy ? ` von ${markedBy}` : ''}: ${attendanceStateNames[state]}.`
                : reason}
            </Text>
          ))}
          <Text size="sm">{nameOf.size > 0 && 'Die Liste zeigt, was gilt.'}</Text>
        </Alert>
      )}
    </>
  );
}
