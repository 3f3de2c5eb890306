import { Alert, Button, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { copiedLater, copiesAtMost } from '#shared/courses/courses.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../planning/queries.ts';

const halfYear = 26;

type Copied = Pick<ManagedCourse, 'id' | 'startsOn' | 'endsOn' | 'kind'>;
type CopyManyProps = { courses: readonly Copied[]; onDone: () => void };

/** A button that copies many offers into the next half-year; groups without an end go on by themselves and are left out. */
export function CopyMany({ courses: chosen, onDone }: CopyManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const courses = chosen.filter(({ kind, endsOn }) => kind !== 'permanent' || endsOn !== null);
  if (courses.length === 0) return null;
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
        <CopyForm courses={courses} goingOn={chosen.length - courses.length} onDone={() => (setIsOpen(false), onDone())} />
      </Modal>
    </>
  );
}

function CopyForm({ courses, goingOn, onDone }: CopyManyProps & { goingOn: number }) {
  const { copyMany } = useCourseMutations();
  const days = courses.map(({ startsOn }) => startsOn).toSorted();
  const form = useShapeForm({ weeks: weeksFor(days[0] ?? today()) }, copiedLater);
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
  const past = weeks ? days.filter((day) => addDays(day, 7 * weeks) < today()).length : 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Aus {courses.length === 1 ? 'einem Angebot wird ein Entwurf' : `${courses.length} Angeboten werden Entwürfe`} mit denselben
          Wochentagen. Ferien und Feiertage werden neu berechnet, Anmeldungen nicht übernommen; wer dabei war, kommt dort zuerst.
        </Text>
        {goingOn > 0 && (
          <Text size="sm">
            {goingOn === 1 ? 'Ein Dauerangebot läuft' : `${goingOn} Dauerangebote laufen`} ohne Ende weiter und{' '}
            {goingOn === 1 ? 'wird' : 'werden'} nicht kopiert.
          </Text>
        )}
        <NumberInput
          label="Wochen später"
          description={['26 Wochen sind ein halbes Jahr, 52 ein ganzes.', weeks && beginningIn(days, weeks)].filter(Boolean).join(' ')}
          min={1}
          max={104}
          {...form.getInputProps('weeks')}
        />
        {past > 0 && (
          <Alert color="waiting" p="xs">
            {past === 1 ? 'Eine Kopie beginnt' : `${past} Kopien beginnen`} damit vor heute.
          </Alert>
        )}
        <FormProblem error={copyMany.error} fields={['weeks']} />
        <Button type="submit" loading={copyMany.isPending}>
          Kopieren
        </Button>
      </Stack>
    </form>
  );
}

/** As many half-years as it takes until no copy begins in the past, two years at most. */
function weeksFor(first: LocalDate): number {
  return halfYear * ([1, 2, 3].find((count) => addDays(first, 7 * count * halfYear) >= today()) ?? 4);
}

/** The first day of the earliest and the latest copy. */
function beginningIn(days: readonly LocalDate[], weeks: number): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const becomes = (day: LocalDate) => `dem ${germanDate(day)} wird der ${germanDate(addDays(day, 7 * weeks))}`;
  return first === last ? `Aus ${becomes(first)}.` : `Aus ${becomes(first)}, aus ${becomes(last)}.`;
}
