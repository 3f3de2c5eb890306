import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { euros } from '#shared/kernel/money.ts';
import { returnCodeInWords, returnCodes } from '#shared/money/returnCodes.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { FeeFields } from '../sepa/ReturnDialog.tsx';
import { useBankMutations } from './bankQueries.ts';

type ReturnLineDialogProps = { /** Undefined while none is noted. */ line: KeptLine | undefined; onClose: () => void };

/** Notes that a debit came back, with the reason and the fee that the line of the bank names. */
export function ReturnLineDialog({ line, onClose }: ReturnLineDialogProps) {
  return (
    <Modal opened={line !== undefined} onClose={onClose} title="Rücklastschrift vermerken" centered>
      {line?.action?.kind === 'return' && <ReturnLineForm line={line} action={line.action} onClose={onClose} />}
    </Modal>
  );
}

type Returned = Extract<KeptLine['action'], { kind: 'return' }>;

function ReturnLineForm({ line, action, onClose }: { line: KeptLine; action: Returned; onClose: () => void }) {
  const { giveBack } = useBankMutations();
  const [code, setCode] = useState(action.code);
  const [fee, setFee] = useState<number | string>(action.feeCents / 100);
  const [withFee, setWithFee] = useState(action.feeCents > 0);
  const feeCents = Math.round(Number(fee) * 100);
  const codes = [...new Set([...Object.keys(returnCodes), ...(action.code ? [action.code] : [])])];
  const submit = () => {
    if (!code) return;
    giveBack.mutate(
      { id: line.id, version: line.version, code, withFee: withFee && feeCents > 0, feeCents },
      { onSuccess: () => (notify('Die Rücklastschrift ist vermerkt.'), onClose()) },
    );
  };
  return (
    <Stack>
      <Text size="sm">
        Mandat {action.mandate}, Lauf {action.messageId}: {euros(line.cents)}
      </Text>
      <Select
        label="Grund der Bank"
        required
        searchable
        data={codes.map((value) => ({ value, label: returnCodeInWords(value) }))}
        value={code}
        onChange={setCode}
      />
      <FeeFields cents={feeCents} fee={fee} onFee={setFee} withFee={withFee} onWithFee={setWithFee} isSet />
      <FormProblem error={giveBack.error} />
      <Button disabled={!code} loading={giveBack.isPending} onClick={submit}>
        Vermerken
      </Button>
    </Stack>
  );
}
