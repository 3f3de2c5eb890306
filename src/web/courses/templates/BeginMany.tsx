import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { courseCopy } from '#shared/courses/courses.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../planning/queries.ts';

const shape = courseCopy.pick({ startsOn: true });

type BeginManyProps = { templates: readonly ManagedCourse[]; onClose: () => void; onDone: () => void };

/** Asks for the first day of the offers to create from templates, and opens the draft or the list of drafts. */
export function BeginMany({ templates, onClose, onDone }: BeginManyProps) {
  const [first] = templates;
  return (
    <Modal
      opened={templates.length > 0}
      onClose={onClose}
      title={templates.length === 1 ? `Neues Angebot aus „${first?.title}“` : `${templates.length} neue Angebote aus Vorlagen`}
      centered
    >
      {first && <BeginForm templates={templates} onDone={onDone} />}
    </Modal>
  );
}

function BeginForm({ templates, onDone }: Omit<BeginManyProps, 'onClose'>) {
  const { copy, copyMany } = useCourseMutations();
  const navigate = useNavigate();
  const form = useShapeForm({ startsOn: '' }, shape);
  const [first, ...others] = templates;
  const onError = (error: unknown) => applyProblem(form, error);
  const submit = form.onSubmit(({ startsOn }) => {
    const made = (words: string, to: string) => {
      notify(words);
      onDone();
      void navigate({ to });
    };
    if (first && others.length === 0)
      copy.mutate(
        { id: first.id, startsOn, endsOn: null },
        { onError, onSuccess: ({ id }) => made('Das neue Angebot ist ein Entwurf.', `/admin/courses/${id}`) },
      );
    else
      copyMany.mutate(
        { ids: templates.map(({ id }) => id), startsOn },
        { onError, onSuccess: (all) => made(`${all.made} neue Angebote sind Entwürfe.`, '/admin/courses?status=draft') },
      );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Dauer, Zeiten, Preise und Texte kommen aus {others.length > 0 ? 'den Vorlagen' : 'der Vorlage'}; Ferien und Feiertage werden für
          den neuen Zeitraum berechnet.
        </Text>
        <DayField label="Neuer Beginn" hasVisibleLabel isRequired {...dayInput(form, 'startsOn')} />
        <FormProblem error={copy.error ?? copyMany.error} fields={['startsOn']} />
        <Button type="submit" loading={copy.isPending || copyMany.isPending}>
          {others.length > 0 ? 'Angebote anlegen' : 'Angebot anlegen'}
        </Button>
      </Stack>
    </form>
  );
}
