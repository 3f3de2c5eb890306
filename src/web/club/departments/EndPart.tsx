import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Department, ManagedDepartment } from '#shared/club/departments.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import classes from './departments.module.css';
import { contentsOf, endOf, isRunning } from './departmentValues.ts';
import { isManaged, useDepartmentMutations } from './queries.ts';

type EndPartProps = { department: ManagedDepartment; onGone: () => void };

/** Ends a department on a day, opens it again, or deletes one that was never used. */
export function EndPart({ department, onGone }: EndPartProps) {
  const { id, name, managed } = department;
  const { end, reopen, remove } = useDepartmentMutations();
  const [day, setDay] = useState<string | undefined>(today());
  const present = { id, version: managed.version };
  const open = (of: typeof present) =>
    reopen.mutate(of, { onSuccess: () => notify(`„${name}“ ist wieder offen.`), onError: notifyProblem });
  const stop = (on: string) => {
    const undo = (saved: Department) => isManaged(saved) && open({ id, version: saved.managed.version });
    end.mutate(
      { ...present, on },
      { onSuccess: (saved) => notify(`„${name}“ endet am ${germanDate(on)}.`, () => undo(saved)), onError: notifyProblem },
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
        <>
          <Text size="sm">{contentsOf(department) || 'Niemand ist in dieser Abteilung, und kein Angebot nennt sie.'}</Text>
          <Group align="flex-end">
            <DayField label="Letzter Tag" hasVisibleLabel value={day} onChange={setDay} />
            <Button variant="default" loading={end.isPending} disabled={!day} onClick={() => day && askEnd(department, day, stop)}>
              Enden lassen
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text size="sm">{`Die Abteilung ${isRunning(department) ? 'endet' : 'endete'} am ${endOf(department)}.`}</Text>
          <Button variant="default" loading={reopen.isPending} onClick={() => open(present)}>
            Wieder öffnen
          </Button>
        </>
      )}
      <Button variant="outline" color="red" loading={remove.isPending} onClick={askRemoval}>
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
