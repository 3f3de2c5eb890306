import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Grant } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { usePlanMutations } from './queries.ts';

type GrantDialogProps = { season: Season; grant: Grant; onClose: () => void };

/** What can be done to an hour of the plan: back to the pool, fix it with a reason, or let it go again. */
export function GrantDialog({ season, grant, onClose }: GrantDialogProps) {
  const { take, lock, grant: give } = usePlanMutations();
  const [reason, setReason] = useState('');
  const { id, version, wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked } = grant;
  const undo = () =>
    give.mutate({ id: season.id, wishId, facilityId, unitIds, weekday, startTime, week, displaces: false }, { onError: notifyProblem });
  const handleTake = () =>
    take.mutate(
      { id, version },
      {
        onSuccess: () => {
          notify('Die Zeit ist zurückgenommen.', undo);
          onClose();
        },
        onError: notifyProblem,
      },
    );
  const handleLock = () =>
    lock.mutate(
      { id, version, isLocked: !isLocked, reason },
      {
        onSuccess: () => {
          notify(isLocked ? 'Die Zeit ist wieder beweglich.' : 'Die Zeit ist festgelegt.');
          onClose();
        },
        onError: notifyProblem,
      },
    );
  return (
    <Modal opened onClose={onClose} title={`${grant.organisation}${grant.groupName ? `, ${grant.groupName}` : ''}`}>
      <Stack>
        <Text size="sm">{`${weekdayNames[weekday - 1] ?? ''} ${startTime}–${endTime}, ${grant.points} Punkte`}</Text>
        {isLocked ? (
          <Text size="sm">{`Festgelegt: ${grant.reason}`}</Text>
        ) : (
          <TextInput
            label="Grund, wenn die Zeit festgelegt wird"
            description="Wer deshalb keine Zeit bekommt, liest ihn."
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" loading={take.isPending} onClick={handleTake}>
            In den Pool
          </Button>
          <Button variant="default" loading={lock.isPending} onClick={handleLock}>
            {isLocked ? 'Lösen' : 'Festlegen'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
