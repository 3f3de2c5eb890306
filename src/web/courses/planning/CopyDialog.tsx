import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays } from '#shared/kernel/calendar.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from './queries.ts';

type CopyDialogProps = { course: EditedCourse; isOpen: boolean; onClose: () => void };

/** Makes a draft of the same offer in another period; of a template the offer itself. */
export function CopyDialog({ course, isOpen, onClose }: CopyDialogProps) {
  const { copy } = useCourseMutations();
  const navigate = useNavigate();
  const [startsOn, setStartsOn] = useState<string | undefined>(
    course.isTemplate ? undefined : addDays(course.endsOn ?? course.startsOn, 7),
  );
  const submit = () =>
    startsOn &&
    copy.mutate(
      { id: course.id, startsOn, endsOn: null },
      {
        onSuccess: ({ id }) => (
          notify(course.isTemplate ? 'Das neue Angebot ist ein Entwurf.' : 'Die Kopie ist ein Entwurf.'),
          onClose(),
          void navigate({ to: `/admin/courses/${id}` })
        ),
      },
    );
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={course.isTemplate ? 'Neues Angebot aus der Vorlage' : 'In den nächsten Zeitraum kopieren'}
      centered
    >
      <Stack>
        <Text size="sm">
          {course.isTemplate
            ? 'Dauer, Zeiten, Preise und Texte kommen aus der Vorlage; Ferien und Feiertage werden für den neuen Zeitraum berechnet.'
            : 'Anmeldungen werden nicht übernommen; wer bisher dabei war, kommt auf der Warteliste zuerst.'}
        </Text>
        <DayField label="Neuer Beginn" hasVisibleLabel isRequired value={startsOn} onChange={setStartsOn} />
        <FormProblem error={copy.error} />
        <Button disabled={!startsOn} loading={copy.isPending} onClick={submit}>
          {course.isTemplate ? 'Angebot anlegen' : 'Kopieren'}
        </Button>
      </Stack>
    </Modal>
  );
}
