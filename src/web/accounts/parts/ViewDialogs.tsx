import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { newView, renameView, type SavedView } from '#shared/accounts/views.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useViews, type ViewPage } from './viewQueries.ts';

type SaveViewDialogProps = { page: ViewPage; query: string; isOpen: boolean; onClose: () => void };

/** Asks for the name under which the filters are kept. */
export function SaveViewDialog({ isOpen, onClose, ...form }: SaveViewDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Ansicht speichern" centered>
      {isOpen && <SaveForm {...form} onClose={onClose} />}
    </Modal>
  );
}

function SaveForm({ page, query, onClose }: Omit<SaveViewDialogProps, 'isOpen'>) {
  const { create } = useViews();
  const form = useShapeForm({ name: '', query, page }, newView);
  const submit = form.onSubmit(({ name }) =>
    create.mutate(
      { page, query, name },
      { onSuccess: () => (notify(`Gespeichert: ${name}`), onClose()), onError: (refusal) => applyProblem(form, refusal) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput label="Name" required data-autofocus maxLength={60} {...form.getInputProps('name')} />
        <Text size="sm" c="dimmed">
          Nur Sie sehen diese Ansicht. Gespeichert werden die Filter, nicht die Suchwörter.
        </Text>
        <FormProblem error={create.error} fields={['name']} />
        <Button type="submit" loading={create.isPending}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type EditViewsDialogProps = { page: ViewPage; views: readonly SavedView[]; isOpen: boolean; onClose: () => void };

/** Renames and deletes the own views of a page. */
export function EditViewsDialog({ page, views, isOpen, onClose }: EditViewsDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Eigene Ansichten" centered>
      <Stack gap="sm">
        {views.map((view) => (
          <ViewRow key={`${view.id} ${view.name}`} page={page} view={view} />
        ))}
        {views.length === 0 && <Text size="sm">Keine Ansicht mehr gespeichert.</Text>}
      </Stack>
    </Modal>
  );
}

function ViewRow({ page, view: { id, name, query } }: { page: ViewPage; view: SavedView }) {
  const { create, rename, remove } = useViews();
  const form = useShapeForm({ name }, renameView);
  const save = form.onSubmit((values) =>
    rename.mutate(
      { id, ...values },
      { onSuccess: (saved) => notify(`Umbenannt: ${saved.name}`), onError: (refusal) => applyProblem(form, refusal) },
    ),
  );
  const putBack = () => create.mutate({ page, name, query }, { onError: notifyProblem });
  const drop = () => remove.mutate(id, { onSuccess: () => notify(`Gelöscht: ${name}`, putBack), onError: notifyProblem });
  return (
    <form onSubmit={save} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput aria-label={`Name der Ansicht ${name}`} flex={1} maxLength={60} {...form.getInputProps('name')} />
        {form.isDirty() && (
          <Button type="submit" loading={rename.isPending}>
            Speichern
          </Button>
        )}
        <ActionIcon variant="default" size={36} aria-label={`Ansicht ${name} löschen`} loading={remove.isPending} onClick={drop}>
          <Icon name="trash" size={18} />
        </ActionIcon>
      </Group>
      <FormProblem error={rename.error} fields={['name']} />
    </form>
  );
}
