import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { copiedLater, copiesAtMost } from '#shared/courses/courses.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../planning/queries.ts';

const halfYear = 26;

type CopyManyProps = { courses: readonly Pick<ManagedCourse, 'id' | 'startsOn'>[]; onDone: () => void };

/** A button that copies many offers into the next half-year. */
export function CopyMany({ courses, onDone }: CopyManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {courses.length > copiesAtMost ? (
        <Text size="sm">Höchstens {copiesAtMost} auf einmal kopieren.</Text>
      ) : (
        <Button variant="default" px="sm" leftSection={<Icon name="copy" size={18} />} onClick={() => setIsOpen(true)}>
          Ins nächste Halbjahr kopieren …
        </Button>
      )}
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Ins nächste Halbjahr kopieren" centered>
        <CopyForm courses={courses} onDone={() => (setIsOpen(false), onDone())} />
      </Modal>
    </>
  );
}

function CopyForm({ courses, onDone }: CopyManyProps) {
  const { copyMany } = useCourseMutations();
  const form = useShapeForm({ weeks: halfYear }, copiedLater);
  const submit = form.onSubmit(({ weeks }) =>
    copyMany.mutate(
      { ids: courses.map(({ id }) => id), weeks },
      {
        onSuccess: ({ made }) => (notify(made === 1 ? 'Eine Kopie ist ein Entwurf.' : `${made} Kopien sind Entwürfe.`), onDone()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  const { data: weeks } = copiedLater.shape.weeks.safeParse(form.values.weeks);
  const [first] = courses.map(({ startsOn }) => startsOn).toSorted();
  const beginning = first && weeks && `Aus dem ${germanDate(first)} wird der ${germanDate(addDays(first, 7 * weeks))}.`;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Aus {courses.length === 1 ? 'einem Angebot wird ein Entwurf' : `${courses.length} Angeboten werden Entwürfe`} mit denselben
          Wochentagen. Ferien und Feiertage werden neu berechnet, Anmeldungen nicht übernommen; wer dabei war, kommt dort zuerst.
        </Text>
        <NumberInput
          label="Wochen später"
          description={['26 Wochen sind ein halbes Jahr.', beginning].filter(Boolean).join(' ')}
          min={1}
          max={104}
          {...form.getInputProps('weeks')}
        />
        <FormProblem error={copyMany.error} fields={['weeks']} />
        <Button type="submit" loading={copyMany.isPending}>
          Kopieren
        </Button>
      </Stack>
    </form>
  );
}
