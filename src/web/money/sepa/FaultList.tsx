import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useSepaMutations } from '../charges/queries.ts';
import { PaymentPart } from '../mandates/PaymentPart.tsx';

type Fault = SepaProposal['faults'][number];

const firstOnes = 20;

/** Charges that cannot be collected, with the reason and the remedy: fix the mandate, or switch to transfer. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  const { setMethod } = useSepaMutations();
  const [payerId, setPayerId] = useState<string>();
  const [isWhole, setIsWhole] = useState(false);
  if (faults.length === 0) return null;
  const shown = isWhole ? faults : faults.slice(0, firstOnes);
  const toTransfer = ({ chargeId, reference }: Fault) => {
    const back = () => setMethod.mutate({ chargeIds: [chargeId], method: 'sepa' }, { onError: notifyProblem });
    const onSuccess = () => notify(`${reference} wird überwiesen.`, back);
    setMethod.mutate({ chargeIds: [chargeId], method: 'transfer' }, { onSuccess, onError: notifyProblem });
  };
  return (
    <Alert
      color="waiting"
      title={faults.length === 1 ? 'Eine Forderung ist nicht einzuziehen' : `${faults.length} Forderungen sind nicht einzuziehen`}
    >
      <Stack gap="xs">
        {shown.map((fault) => (
          <Group key={fault.chargeId} justify="space-between" gap="xs">
            <Text size="sm" style={{ flex: '1 1 16rem' }}>
              {fault.name}, {fault.reference}: {fault.reason}
            </Text>
            <Group gap="xs" className="no-print">
              <Button
                variant="default"
                size="xs"
                onClick={() => setPayerId(fault.payerPersonId)}
                aria-label={`Mandat ansehen: ${fault.name}`}
              >
                Mandat ansehen
              </Button>
              <Button
                variant="default"
                size="xs"
                loading={setMethod.isPending && setMethod.variables?.chargeIds.includes(fault.chargeId)}
                onClick={() => toTransfer(fault)}
                aria-label={`Überweisen lassen: ${fault.reference}`}
              >
                Überweisen lassen
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {shown.length < faults.length && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setIsWhole(true)}>
          Alle {faults.length} zeigen
        </Button>
      )}
      <Drawer opened={payerId !== undefined} onClose={() => setPayerId(undefined)} title="Beitrag und Zahlung">
        {payerId && <PaymentPart key={payerId} personId={payerId} isPayer />}
      </Drawer>
    </Alert>
  );
}
