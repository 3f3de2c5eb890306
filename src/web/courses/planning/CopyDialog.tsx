import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { addDays } from '#shared/kernel/calendar.ts';
import { courseCopy } from '#shared/courses/courses.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from './queries.ts';

const shape = courseCopy.pick({ startsOn: true });

type CopyDialogProps = { course: EditedCourse; isOpen: boolean; onClose: () => void };

/** Copies an offer into another period as a draft; from a template it creates an offer. */
export function CopyDialog({ course, isOpen, onClose }: CopyDialogProps) {
  const { copy } = useCourseMutations();
  const navigate = useNavigate();
  const form = useShapeForm({ startsOn: course.isTemplate ? '' : addDays(course.endsOn ?? course.startsOn, 7) }, shape);
  const submit = form.onSubmit(({ startsOn }) =>
    copy.mutate(
      { id: course.id, startsOn, endsOn: null },
      {
        onSuccess: ({ id }) => (
          notify(course.isTemplate ? 'Das neue Angebot ist ein Entwurf.' : 'Die Kopie ist ein Entwurf.'),
          onClose(),
          void navigate({ to: `/admin/courses/${id}` })
        ),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={course.isTemplate ? 'Neues Angebot aus der Vorlage' : 'In den nächsten Zeitraum kopieren'}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            {course.isTemplate
              ? 'Dauer, Zeiten, Preise und Texte kommen aus der Vorlage; Ferien und Feiertage werden für den neuen Zeitraum berechnet.'
              : 'Anmeldungen werden nicht übernommen; wer bisher dabei war, kommt auf der Warteliste zuerst.'}
          </Text>
          <DayField label="Neuer Beginn" hasVisibleLabel isRequired {...dayInput(form, 'startsOn')} />
          <FormProblem error={copy.error} fields={['startsOn']} />
          <Button type="submit" loading={copy.isPending}>
            {course.isTemplate ? 'Angebot anlegen' : 'Kopieren'}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
