import { ActionIcon, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { newView, renameView, type SavedView } from '#shared/accounts/views.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useViews, type ViewPage } from './viewQueries.ts';

type SaveViewDialogProps = {
  page: ViewPage;
  query: string;
  /** Undefined without a choice of columns; then none are saved. */ columns: string[] | undefined;
  mayShare: boolean;
  isOpen: boolean;
  onClose: () => void;
};

/** Asks for a name for the current filters, and whether to share them with the club. */
export function SaveViewDialog({ isOpen, onClose, ...form }: SaveViewDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Ansicht speichern" centered>
      {isOpen && <SaveForm {...form} onClose={onClose} />}
    </Modal>
  );
}

function SaveForm({ page, query, columns, mayShare, onClose }: Omit<SaveViewDialogProps, 'isOpen'>) {
  const { create } = useViews();
  const form = useShapeForm({ page, query, columns: columns ?? null, name: '', isShared: false }, newView);
  const submit = form.onSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ name }) => (notify(`Gespeichert: ${name}`), onClose()),
      onError: (refusal) => applyProblem(form, refusal),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput label="Name" required data-autofocus maxLength={60} {...form.getInputProps('name')} />
        {mayShare && (
          <Checkbox label="Für alle, die im Verein diese Liste sehen" {...form.getInputProps('isShared', { type: 'checkbox' })} />
        )}
        <Text size="sm" c="dimmed">
          {form.values.isShared ? 'Alle sehen den Namen. ' : 'Nur Sie sehen diese Ansicht. '}
          {columns ? 'Gespeichert werden die Filter und die Spalten' : 'Gespeichert werden die Filter'}, nicht die Suchwörter.
        </Text>
        <FormProblem error={create.error} fields={['name']} />
        <Button type="submit" loading={create.isPending}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type EditViewsDialogProps = { views: readonly SavedView[]; isOpen: boolean; onClose: () => void };

/** Renames and deletes views of a list. */
export function EditViewsDialog({ views, isOpen, onClose }: EditViewsDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Ansichten" centered>
      <Stack gap="sm">
        {views.map((view) => (
          <ViewRow key={`${view.id} ${view.name}`} view={view} />
        ))}
        {views.length === 0 && <Text size="sm">Keine Ansicht mehr gespeichert.</Text>}
        <Text size="sm">
          <Link to={`${pages.adminDeleted.path}?art=views`} onClick={onClose}>
            Gelöschte Ansichten
          </Link>
        </Text>
      </Stack>
    </Modal>
  );
}

function ViewRow({ view: { id, name, isShared } }: { view: SavedView }) {
  const { rename, remove } = useViews();
  const onDeleted = useDeleted();
  const form = useShapeForm({ name }, renameView);
  const save = form.onSubmit((values) =>
    rename.mutate(
      { id, ...values },
      { onSuccess: (saved) => notify(`Umbenannt: ${saved.name}`), onError: (refusal) => applyProblem(form, refusal) },
    ),
  );
  const drop = () => remove.mutate(id, { onSuccess: () => onDeleted(id, `Gelöscht: ${name}`), onError: notifyProblem });
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
      {isShared && (
        <Text size="sm" c="dimmed">
          Für alle im Verein
        </Text>
      )}
      <FormProblem error={rename.error} fields={['name']} />
    </form>
  );
}
