import { Button, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { localOf, weekdayOf, timeRange } from '#shared/kernel/calendar.ts';
import type { HallState } from '#shared/courses/planning/sessionShapes.ts';
import { formatDay } from '#web/lib/format.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import type { Session } from './sessions/MoveSession.tsx';
import { alternativesQuery, useCourseMutations } from './queries.ts';

type HallTroubleProps = {
  session: Session;
  hall: HallState;
  /** The title of the course, for the request to the other club. */ title: string;
  club: string;
  onClose: () => void;
  /** Opens the dialog with free choice of day, time or location. */ onMove: () => void;
  /** Opens the dialog that asks why the session is called off. */ onCallOff: () => void;
};

/** Resolves a session whose facility is unavailable: another time or facility, a request to the other club, or calling it off. */
export function HallTrouble({ session, hall, title, club, onClose, onMove, onCallOff }: HallTroubleProps) {
  const { moveSession, askForHall } = useCourseMutations();
  const { date, time: startTime } = localOf(new Date(session.startsAt));
  const { time: endTime } = localOf(new Date(session.endsAt));
  const { facilityId, unitIds } = hall;
  const { data, isFetching } = useQuery(
    alternativesQuery({
      facilityId,
      unitIds,
      title,
      kind: 'course',
      startTime,
      endTime,
      weekday: weekdayOf(date),
      startsOn: date,
      endsOn: date,
    }),
  );
  const [checked] = data ?? [];
  const done = (words: string) => ({
    onSuccess: () => {
      notify(words);
      onClose();
    },
  });
  const move = (wish: Omit<Parameters<typeof moveSession.mutate>[0], 'id' | 'date'>) =>
    moveSession.mutate({ id: session.id, date, ...wish }, done('Der Termin ist verlegt.'));
  const mutations = [moveSession, askForHall];
  const isPending = mutations.some((mutation) => mutation.isPending);
  return (
    <Modal opened onClose={onClose} title="Wohin mit diesem Termin?" centered>
      <Stack gap="xs">
        <Text size="sm">
          {formatDay(session.startsAt)}, {timeRange(session)}. {hall.reason}
        </Text>
        {isFetching && <Loader size="sm" aria-label="Freie Zeiten werden gesucht" />}
        {checked?.otherTimes.map((slot) => (
          <Button
            key={`time ${slot.startTime}`}
            variant="default"
            disabled={isPending}
            onClick={() => move({ startTime: slot.startTime, endTime: slot.endTime, facilityId, unitIds: slot.unitIds })}
          >
            Andere Zeit: {slot.startTime}–{slot.endTime}
          </Button>
        ))}
        {checked?.otherHalls.map((slot) => (
          <Button
            key={`hall ${slot.facilityId}`}
            variant="default"
            disabled={isPending}
            onClick={() => move({ startTime, endTime, facilityId: slot.facilityId, unitIds: slot.unitIds })}
          >
            Andere Halle: {slot.facilityName}
          </Button>
        ))}
        {checked?.conflicts.some((other) => other.club !== club) && (
          <Button
            variant="default"
            disabled={isPending}
            onClick={() => askForHall.mutate(session.id, done('Die Anfrage steht im Plan, der andere Verein erhält eine Mail.'))}
          >
            Den anderen Verein bitten
          </Button>
        )}
        <Button variant="default" disabled={isPending} onClick={onMove}>
          Anderer Tag oder Ort …
        </Button>
        <Button variant="default" disabled={isPending} onClick={onCallOff}>
          Stunde absagen …
        </Button>
        <FormProblem error={mutations.find((mutation) => mutation.error)?.error} />
      </Stack>
    </Modal>
  );
}
