import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { pauseStarts, staffPauseMonthsAtMost } from '#shared/courses/pauses/pauseRules.ts';
import { staffPauseInput } from '#shared/courses/pauses/pauses.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { stateOf } from '../participants/participantWords.ts';
import { usePauseMutations } from './queries.ts';

/** Grants a pause with a reason, or withdraws the next one. */
export function StaffPauseForm({ one, onDone }: { one: ListedEnrolment; onDone: () => void }) {
  const { pauseByStaff, undoByStaff } = usePauseMutations();
  const [from = today()] = pauseStarts(today(), 1);
  const form = useShapeForm({ id: one.id, from, months: 1, reason: '' }, staffPauseInput);
  const onSuccess = () => {
    notify(`${fullName(one)}: erledigt. Die Familie bekommt eine Mail.`);
    onDone();
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => pauseByStaff.mutate(values, { onSuccess, onError: (error) => applyProblem(form, error) }))}
    >
      <Stack>
        {one.pause && (
          <>
            <Text>{stateOf(one)}</Text>
            <FormProblem error={undoByStaff.error} />
            <Button variant="default" loading={undoByStaff.isPending} onClick={() => undoByStaff.mutate(one.id, { onSuccess })}>
              Nächste Pause zurücknehmen
            </Button>
          </>
        )}
        <DayField label="Ab" hasVisibleLabel min={from} {...dayInput(form, 'from', from)} />
        <NumberInput label="Monate" min={1} max={staffPauseMonthsAtMost} {...form.getInputProps('months')} />
        <TextInput
          label="Grund"
          required
          maxLength={300}
          description="Er steht in der Mail an die Familie."
          {...form.getInputProps('reason')}
        />
        <Text size="sm" c="dimmed">
          Immer ganze Monate: In dieser Zeit wird nichts abgerechnet, und der Platz bleibt.
        </Text>
        <FormProblem error={pauseByStaff.error} fields={['from', 'months', 'reason']} />
        <Button type="submit" loading={pauseByStaff.isPending}>
          Pausieren
        </Button>
      </Stack>
    </form>
  );
}
