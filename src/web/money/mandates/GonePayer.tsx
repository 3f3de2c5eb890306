import { Button, Group } from '@mantine/core';
import type { ShownFault } from '#shared/money/fees/feePreview.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useGonePayer } from './goneQueries.ts';

type GonePayerProps = { family: NonNullable<ShownFault['family']>; /** The family as named in the fault. */ name: string };

/** Who pays for a family whose payer is gone: the proposed adult, or the former member as before. */
export function GonePayer({ family: { id, version, payerId, leftOn, proposal }, name }: GonePayerProps) {
  const { takePayer, keep } = useGonePayer();
  return (
    <Group gap="xs" my="xs" className="no-print">
      {proposal && (
        <Button
          variant="default"
          size="compact-md"
          loading={takePayer.isPending}
          onClick={() =>
            takePayer.mutate(
              { id, version, payerPersonId: proposal.personId },
              { onSuccess: () => notify(`Für die ${name} zahlt jetzt ${proposal.name}.`), onError: notifyProblem },
            )
          }
        >
          {proposal.name} zahlt
        </Button>
      )}
      {leftOn && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Zahlt weiter: ${name}`}
          loading={keep.isPending}
          onClick={() =>
            confirm({
              title: 'Zahlt weiter?',
              text: 'Die Beiträge der Familie werden weiter von dem ausgetretenen Mitglied gefordert.',
              action: 'Zahlt weiter',
              onConfirm: () => keep.mutate({ payerId, leftOn, isKept: true }, { onError: notifyProblem }),
            })
          }
        >
          Zahlt weiter
        </Button>
      )}
    </Group>
  );
}
