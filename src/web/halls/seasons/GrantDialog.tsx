import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { Grant } from '#shared/halls/seasons/plans.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { line, requiredLine } from '#shared/kernel/fields.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePlanMutations } from './queries.ts';

type GrantDialogProps = {
  grant: Grant;
  onTake: () => void;
  /** Picks it up for moving, if there is a grid. */ onPick?: () => void;
  onClose: () => void;
};

/** The actions on a granted hour: move, return to the pool, lock with a reason, unlock. */
export function GrantDialog({ grant, onTake, onPick, onClose }: GrantDialogProps) {
  const { lock } = usePlanMutations();
  const { id, version, weekday, startTime, endTime, isLocked } = grant;
  const then = (act: () => void) => () => {
    act();
    onClose();
  };
  const form = useShapeForm({ reason: '' }, z.object({ reason: isLocked ? line(300) : requiredLine(300) }));
  const submit = form.onSubmit(({ reason }) =>
    lock.mutate(
      { id, version, isLocked: !isLocked, reason },
      {
        onSuccess: then(() => notify(isLocked ? 'Die Zeit ist wieder beweglich.' : 'Die Zeit ist festgelegt.')),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <Modal opened onClose={onClose} title={`${grant.organisation}${grant.groupName ? `, ${grant.groupName}` : ''}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{`${weekdayNames[weekday - 1] ?? ''} ${startTime}–${endTime}, ${grant.points} Punkte`}</Text>
          {isLocked ? (
            <Text size="sm">{`Festgelegt: ${grant.reason}`}</Text>
          ) : (
            <TextInput
              label="Grund, wenn die Zeit festgelegt wird"
              description="Wer deshalb keine Zeit bekommt, liest ihn."
              maxLength={300}
              {...form.getInputProps('reason')}
            />
          )}
          <FormProblem error={lock.error} fields={['reason']} />
          <Group justify="flex-end">
            {!isLocked && onPick && (
              <Button variant="default" onClick={then(onPick)}>
                Verschieben
              </Button>
            )}
            {!isLocked && (
              <Button variant="default" onClick={then(onTake)}>
                In den Pool
              </Button>
            )}
            <Button type="submit" variant="default" loading={lock.isPending}>
              {isLocked ? 'Lösen' : 'Festlegen'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
