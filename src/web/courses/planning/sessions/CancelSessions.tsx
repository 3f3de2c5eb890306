import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { localDate, requiredLine } from '#shared/kernel/fields.ts';
import { faultsOf, typedFrom } from '#web/halls/parts/manyDays.ts';
import { formatDay } from '#web/lib/format.ts';
import { alone } from '#web/ui/forms/alone.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { Session } from './MoveSession.tsx';
import { useCourseMutations } from '../queries.ts';
import { useComing } from './useComing.ts';

/** Cancels the sessions of a range of days; hidden for a course with a single future session. */
export function CancelSessions({ course }: { course: Pick<EditedCourse, 'id' | 'sessions'> }) {
  const [isOpen, setOpen] = useState(false);
  const coming = useComing(course.sessions);
  if (coming.length < 2 && !isOpen) return null;
  return (
    <>
      <Button className="no-print" variant="default" onClick={() => setOpen(true)}>
        Mehrere absagen …
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Mehrere Termine absagen" centered>
        <CancelForm courseId={course.id} coming={coming} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

const shape = z.object({ from: localDate, to: localDate, reason: requiredLine(200), typed: z.string().max(10) });
type Values = z.output<typeof shape>;
type CancelFormProps = { courseId: string; coming: readonly Session[]; onClose: () => void };

/** Asks for the days and the reason, and lists the sessions affected. */
function CancelForm({ courseId: id, coming, onClose }: CancelFormProps) {
  const { cancelSessions, restoreSessions } = useCourseMutations();
  const chosenIn = ({ from, to }: Pick<Values, 'from' | 'to'>) => coming.filter(({ localDate: day }) => from <= day && day <= to);
  const form = useShapeForm<Values>({ from: '', to: '', reason: '', typed: '' }, shape, {
    check: (values) => faultsOf(values, chosenIn(values).length, 'An diesen Tagen steht kein Termin, den Sie absagen können.'),
  });
  const chosen = form.values.from && form.values.to ? chosenIn(form.values) : [];
  const restore = (sessionIds: string[]) =>
    restoreSessions.mutate(
      { id, sessionIds },
      { onSuccess: ({ changed }) => notify(`${countWords(changed)} doch statt.`), onError: notifyProblem },
    );
  const submit = form.onSubmit((values) => {
    const sessionIds = chosenIn(values).map((one) => one.id);
    cancelSessions.mutate(
      { id, sessionIds, reason: values.reason },
      {
        onSuccess: ({ changed }) => {
          notify(`${changed === 1 ? 'Ein Termin ist' : `${changed} Termine sind`} abgesagt, alle Angemeldeten erhalten eine Mail.`, () =>
            restore(sessionIds),
          );
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  });
  return (
    <form noValidate onSubmit={alone(submit)}>
      <Stack gap="sm">
        <Text size="sm">Alle Angemeldeten erhalten eine Mail mit allen Terminen, jede Familie eine. Gebuchte Hallen werden frei.</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <DayField label="Von" hasVisibleLabel {...dayInput(form, 'from')} />
          <DayField label="Bis" hasVisibleLabel min={form.values.from || undefined} {...dayInput(form, 'to')} />
        </SimpleGrid>
        <TextInput label="Grund" required maxLength={200} {...form.getInputProps('reason')} />
        {chosen.length > 0 && <Text size="sm">{`Es fallen aus: ${chosen.map(({ startsAt }) => formatDay(startsAt)).join(', ')}`}</Text>}
        {chosen.length > typedFrom && (
          <TextInput
            label={`Das sind viele. Zur Bestätigung die Zahl ${chosen.length} eingeben`}
            inputMode="numeric"
            {...form.getInputProps('typed')}
          />
        )}
        <FormProblem error={cancelSessions.error} fields={['reason']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" color="danger" loading={cancelSessions.isPending}>
            {chosen.length === 0 ? 'Absagen' : chosen.length === 1 ? 'Einen Termin absagen' : `${chosen.length} Termine absagen`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function countWords(changed: number): string {
  return changed === 1 ? 'Der Termin findet' : `${changed} Termine finden`;
}
