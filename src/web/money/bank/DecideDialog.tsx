import { Modal, Text } from '@mantine/core';
import { ignoreInput, type KeptLine } from '#shared/money/bankLines.ts';
import { euros } from '#shared/kernel/money.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useBankMutations } from './bankQueries.ts';

export type Decision = 'ignore' | 'reopen';
type DecideDialogProps = {
  /** Undefined while closed. */ asked: { decision: Decision; line: KeptLine } | undefined;
  onClose: () => void;
};

const words = {
  ignore: { title: 'Ignorieren', action: 'Ignorieren', done: 'Die Bankzeile ist beiseitegelegt.' },
  reopen: { title: 'Wieder öffnen', action: 'Wieder öffnen', done: 'Die Bankzeile ist wieder offen.' },
} as const;

/** Asks why a transaction needs no booking, or why a decision is reverted. */
export function DecideDialog({ asked, onClose }: DecideDialogProps) {
  return (
    <Modal opened={asked !== undefined} onClose={onClose} title={asked && words[asked.decision].title} centered>
      {asked && <DecideForm {...asked} onClose={onClose} />}
    </Modal>
  );
}

function DecideForm({ decision, line, onClose }: { decision: Decision; line: KeptLine; onClose: () => void }) {
  const mutations = useBankMutations();
  const { error, isPending, mutate } = mutations[decision];
  const decide = (reason: string, onError: (error: unknown) => void) =>
    mutate({ id: line.id, version: line.version, reason }, { onSuccess: () => (notify(words[decision].done), onClose()), onError });
  return (
    <ReasonForm
      shape={ignoreInput.shape.reason}
      placeholder={decision === 'ignore' ? 'z. B. Kontoführung' : 'z. B. falscher Zahler'}
      action={words[decision].action}
      isBusy={isPending}
      error={error}
      onReason={decide}
    >
      <Text size="sm">
        {line.name || 'Ohne Namen'}: {euros(line.cents)}. {line.purpose}
      </Text>
      {decision === 'reopen' && line.state !== 'ignored' && (
        <Text size="sm">{line.message} Das wird zurückgenommen; was damit bezahlt war, ist danach wieder offen.</Text>
      )}
    </ReasonForm>
  );
}
