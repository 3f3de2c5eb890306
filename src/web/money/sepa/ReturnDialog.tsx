import { Button, Checkbox, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { euros } from '#shared/kernel/money.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useSepaMutations } from '../charges/queries.ts';

type ReturnDialogProps = { run: SepaRun; isOpen: boolean; onClose: () => void };

/** Notes that the bank sent a debit back, with its reason code and perhaps a fee. */
export function ReturnDialog({ run, isOpen, onClose }: ReturnDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Rücklastschrift vermerken" centered closeButtonProps={{ 'aria-label': 'Schließen' }}>
      <ReturnForm run={run} onClose={onClose} />
    </Modal>
  );
}

function ReturnForm({ run, onClose }: Omit<ReturnDialogProps, 'isOpen'>) {
  const { giveBack } = useSepaMutations();
  const [mandate, setMandate] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [withFee, setWithFee] = useState(false);
  const open = run.debits.filter(({ returnCode }) => returnCode === null);
  const submit = () => {
    if (!mandate) return;
    const outcome = { onSuccess: () => (notify('Die Rücklastschrift ist vermerkt. Die Forderung ist wieder offen.'), onClose()) };
    giveBack.mutate({ id: run.id, mandate, code: code.trim().toUpperCase(), withFee }, outcome);
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
      <TextInput
        label="Grund laut Kontoauszug"
        description="Vier Zeichen, z. B. AC04 (Konto aufgelöst) oder AM04 (nicht gedeckt)"
        required
        maxLength={4}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Checkbox
        label="Gebühr fordern (Höhe steht in den Einstellungen)"
        checked={withFee}
        onChange={(event) => setWithFee(event.currentTarget.checked)}
      />
      <FormProblem error={giveBack.error} />
      <Button disabled={!mandate || code.trim().length !== 4} loading={giveBack.isPending} onClick={submit}>
        Vermerken
      </Button>
    </Stack>
  );
}
