import { Button, Group, Stack } from '@mantine/core';
import type { HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDraft } from '#web/ui/drafts/useDraft.ts';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { useListMutations } from './queries.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { shiftOptions, shiftShape, toInput, valuesOf, type ShiftValues } from './shiftValues.ts';

type ShiftFormProps = { list: HelperListView; shift: ShiftView | undefined; onDone: () => void };

/** Creates or edits a shift. If its end is not after its beginning, it ends on the next day. */
export function ShiftForm({ list, shift, onDone }: ShiftFormProps) {
  const { addShift, updateShift } = useListMutations();
  const stored = valuesOf(shift, list);
  const { form, version, clash } = useRowForm<ShiftValues>(shift ?? { version: 0 }, stored, shiftShape(list.id), shiftOptions);
  const draft = useDraft(`shift.${shift?.id ?? `neu.${list.id}`}`, form);
  const running = shift ? updateShift : addShift;
  const done = (words: string) => {
    draft.clear();
    form.resetDirty();
    notify(words);
    onDone();
  };
  const save = (values: ShiftValues) => {
    const outcome = {
      onError: (error: unknown) => applyProblem(form, error),
      onSuccess: () => done('Der Dienst ist gespeichert.'),
    };
    if (shift) updateShift.mutate({ ...toInput(values), id: shift.id, version }, outcome);
    else addShift.mutate({ ...toInput(values), id: list.id }, outcome);
  };
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <ShiftFields form={form} list={list} />
        <FormProblem error={running.error} fields={[...Object.keys(form.values), ...Object.keys(shiftOptions.fieldOf)]} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {shift && <DeleteShift shift={shift} onDone={() => done('Der Dienst ist gelöscht.')} />}
        </Group>
      </Stack>
    </form>
  );
}

function DeleteShift({ shift, onDone }: { shift: ShiftView; onDone: () => void }) {
  const { deleteShift } = useListMutations();
  const ask = () =>
    confirm({
      title: 'Dienst löschen?',
      text: `„${shift.task}“ wird von der Liste gestrichen.`,
      action: 'Löschen',
      onConfirm: () => deleteShift.mutate(shift.id, { onError: notifyProblem, onSuccess: onDone }),
    });
  return (
    <Button variant="outline" color="danger" onClick={ask}>
      Löschen
    </Button>
  );
}
