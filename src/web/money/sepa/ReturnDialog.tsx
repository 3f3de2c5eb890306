import { Button, Checkbox, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { euros } from '#shared/kernel/money.ts';
import { returnCodeInWords, returnCodes } from '#shared/money/returnCodes.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useSepaMutations } from '../charges/queries.ts';

type ReturnDialogProps = { run: SepaRun; isOpen: boolean; onClose: () => void };

/** Notes that the bank sent a debit back, with its reason code and perhaps a fee. */
export function ReturnDialog({ run, isOpen, onClose }: ReturnDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Rücklastschrift vermerken" centered>
      <ReturnForm run={run} onClose={onClose} />
    </Modal>
  );
}

function ReturnForm({ run, onClose }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { giveBack } = useSepaMutations();
  const [mandate, setMandate] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [withFee, setWithFee] = useState(false);
  const open = run.debits.filter(({ returnCode }) => returnCode === null);
  const submit = () => {
    if (!mandate || !code) return;
    const outcome = { onSuccess: () => (notify('Die Rücklastschrift ist vermerkt. Die Forderung ist wieder offen.'), onClose()) };
    giveBack.mutate({ id: run.id, mandate, code, withFee }, outcome);
  };
  return (
    <Stack>
      <Select
        label="Lastschrift"
        required
        searchable
        data={open.map((one) => ({ value: one.mandate, label: `${one.holder}, ${one.mandate}, ${euros(one.cents)}` }))}
        value={mandate}
        onChange={setMandate}
      />
      <Select
        label="Grund laut Kontoauszug"
        description="Vier Zeichen hinter „Rückgabegrund“ oder „SVWZ“"
        required
        searchable
        data={Object.keys(returnCodes).map((value) => ({ value, label: returnCodeInWords(value) }))}
        nothingFoundMessage="Diesen Grund gibt es nicht."
        value={code}
        onChange={setCode}
      />
      <Checkbox
        label={run.returnFeeCents > 0 ? `Gebühr weiterberechnen: ${euros(run.returnFeeCents)}` : 'Gebühr weiterberechnen'}
        description={run.returnFeeCents > 0 ? undefined : 'In den Einstellungen steht keine Gebühr für Rücklastschriften.'}
        disabled={run.returnFeeCents === 0}
        checked={withFee}
        onChange={(event) => setWithFee(event.currentTarget.checked)}
      />
      <FormProblem error={giveBack.error} />
      <Button disabled={!mandate || !code} loading={giveBack.isPending} onClick={submit}>
        Vermerken
      </Button>
    </Stack>
  );
}
