import { Button } from '@mantine/core';
import type { OpenEnrolment } from '#shared/courses/overview/overview.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { useConfirm } from './useConfirm.ts';

type ConfirmManyProps = { chosen: readonly OpenEnrolment[]; onClear: () => void };

/** Confirms all selected requests. */
export function ConfirmMany({ chosen, onClear }: ConfirmManyProps) {
  const { confirm, isPending } = useConfirm();
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
      <Button loading={isPending} onClick={() => confirm(chosen, onClear)}>
        Zusagen
      </Button>
    </SelectionBar>
  );
}
