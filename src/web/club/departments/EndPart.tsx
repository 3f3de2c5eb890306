import { Button, Group, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import type { Department, ManagedDepartment } from '#shared/club/departments.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import classes from './departments.module.css';
import { contentsOf, endOf, isRunning } from './departmentValues.ts';
import { isManaged, useDepartmentMutations } from './queries.ts';

type EndPartProps = { department: ManagedDepartment; onGone: () => void };

const shape = z.object({ on: localDate });

/** Ends a department on a day, reopens it, or deletes one that was never used. */
export function EndPart({ department, onGone }: EndPartProps) {
  const { id, name, managed } = department;
  const { end, reopen, remove } = useDepartmentMutations();
  const form = useShapeForm({ on: today() }, shape);
  const present = { id, version: managed.version };
  const open = (of: typeof present) =>
    reopen.mutate(of, { onSuccess: () => notify(`„${name}“ ist wieder offen.`), onError: notifyProblem });
  const stop = (on: string) => {
    const undo = (saved: Department) => isManaged(saved) && open({ id, version: saved.managed.version });
    end.mutate(
      { ...present, on },
      {
        onSuccess: (saved) => notify(`„${name}“ endet am ${germanDate(on)}.`, () => undo(saved)),
        onError: (error) => applyProblem(form, error),
      },
    );
  };
  const askRemoval = () =>
    confirm({
      title: 'Abteilung löschen?',
      text: `„${name}“ wird gelöscht. Das geht nur, solange nichts sie nennt.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(id, { onSuccess: onGone, onError: notifyProblem }),
    });
  return (
    <Stack gap="sm" className={classes['end']} align="flex-start">
      {managed.endedOn === null ? (
        <form onSubmit={form.onSubmit(({ on }) => askEnd(department, on, stop))} noValidate>
          <Stack gap="sm">
            <Text size="sm">{contentsOf(department) || 'Niemand ist in dieser Abteilung, und kein Angebot nennt sie.'}</Text>
            <Group align="flex-end">
              <DayField label="Letzter Tag" hasVisibleLabel {...dayInput(form, 'on')} />
              <Button type="submit" variant="default" loading={end.isPending}>
                Enden lassen
              </Button>
            </Group>
            <FormProblem error={end.error} fields={['on']} />
          </Stack>
        </form>
      ) : (
        <>
          <Text size="sm">{`Die Abteilung ${isRunning(department) ? 'endet' : 'endete'} am ${endOf(department)}.`}</Text>
          <Button variant="default" loading={reopen.isPending} onClick={() => open(present)}>
            Wieder öffnen
          </Button>
        </>
      )}
      <Button variant="outline" color="danger" loading={remove.isPending} onClick={askRemoval}>
        Löschen
      </Button>
    </Stack>
  );
}

function askEnd(department: ManagedDepartment, day: string, onConfirm: (day: string) => void): void {
  const contents = contentsOf(department);
  const left = contents === '' ? '' : ` Betroffen: ${contents}. Die Mitglieder verlassen sie an diesem Tag; Angebote behalten ihren Namen.`;
  confirm({
    title: 'Abteilung enden lassen?',
    text: `„${department.name}“ endet am ${germanDate(day)}.${left} Sie lässt sich wieder öffnen.`,
    action: 'Enden lassen',
    onConfirm: () => onConfirm(day),
  });
}
