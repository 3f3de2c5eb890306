import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedParticipant, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { api } from '#web/lib/call/call.ts';
import type { Unchanged } from '#web/lib/call/useOneByOne.ts';
import { useMailToSome } from '#web/people/parts/mailTo.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { WithReasons } from '#web/ui/notices/WithReasons.tsx';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { actionNames } from '../actionWords.ts';
import { manyActions, type ManyAction } from './actions.ts';
import { ManyForm } from './ManyForm.tsx';

type ParticipantsBulkBarProps = {
  list: Pick<StaffedList, 'course' | 'mayMail'>;
  /** In the order of the list. */ chosen: readonly ListedParticipant[];
  mayEdit: boolean;
  mayExport: boolean;
  onClear: () => void;
};

const offered: readonly ManyAction[] = ['confirm', 'move', 'cancel'];

/** The bulk actions on selected participants of a course. */
export function ParticipantsBulkBar({ list: { course, mayMail }, chosen, mayEdit, mayExport, onClear }: ParticipantsBulkBarProps) {
  const mailTo = useMailToSome();
  const [action, setAction] = useState<ManyAction>();
  const [left, setLeft] = useState<readonly Unchanged<ListedParticipant>[]>([]);
  const exporting = useExport(({ format }) =>
    api.participations.exportChosen({ id: course.id, participationIds: chosen.map(({ id }) => id), format }),
  );
  const fitting = (name: ManyAction) => chosen.filter(manyActions[name].fits);
  return (
    <>
      <SelectionBar count={chosen.length} onClear={onClear}>
        {mayMail && (
          <Button variant="default" px="sm" onClick={() => mailTo(course.id, [...new Set(chosen.map(({ personId }) => personId))])}>
            Mail schreiben
          </Button>
        )}
        {mayEdit &&
          offered
            .filter((name) => fitting(name).length > 0)
            .map((name) => (
              <Button key={name} variant="default" px="sm" onClick={() => setAction(name)}>
                {fitting(name).length === chosen.length ? `${actionNames[name]} …` : `${actionNames[name]} (${fitting(name).length}) …`}
              </Button>
            ))}
        {mayExport && <ExportMenu {...exporting} />}
      </SelectionBar>
      {action && (
        <ManyForm
          action={action}
          course={course}
          chosen={fitting(action)}
          onClose={() => setAction(undefined)}
          onDone={(unchanged) => {
            setAction(undefined);
            setLeft(unchanged);
            onClear();
          }}
        />
      )}
      <Modal
        opened={left.length > 0}
        onClose={() => setLeft([])}
        title={left.length === 1 ? 'Eine Person bleibt, wo sie ist' : `${left.length} Personen bleiben, wo sie sind`}
        centered
      >
        <Stack gap="sm">
          {left.map(({ row, reasons }) => (
            <WithReasons key={row.id} reasons={reasons}>
              <Text fw={600}>{fullName(row)}</Text>
            </WithReasons>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
