import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useSepaMutations } from '../charges/queries.ts';
import { PaymentPart } from '../mandates/PaymentPart.tsx';
import type { Chosen } from './ChoiceFields.tsx';

type Fault = SepaProposal['faults'][number];

const firstOnes = 20;

/** Charges that cannot be collected, with the reason and the remedy: fix the mandate, or switch to transfer. */
export function FaultList({ faults, choice }: { faults: readonly Fault[]; /** What the run would collect. */ choice: Chosen }) {
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
              {fault.remindedOn && ` Erinnert am ${germanDate(fault.remindedOn)}.`}
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
      <RemindButton faults={faults} choice={choice} />
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

/** One mail to each payer who could give a mandate or pay by transfer. */
function RemindButton({ faults, choice: { accountId: _account, ...due } }: { faults: readonly Fault[]; choice: Chosen }) {
  const { remind } = useSepaMutations();
  const count = new Set(faults.flatMap(({ asksPayer, payerPersonId }) => (asksPayer ? [payerPersonId] : []))).size;
  if (count === 0) return null;
  const ask = () =>
    confirm({
      title: count === 1 ? 'Den Zahler erinnern?' : `${count.toLocaleString('de-DE')} Zahler erinnern?`,
      text: 'Jeder bekommt eine Mail: was sich nicht einziehen lässt und warum, mit der Bitte um ein neues Mandat oder eine Überweisung. Wer heute schon erinnert ist, bekommt keine zweite.',
      action: 'Erinnern',
      onConfirm: () =>
        remind.mutate(due, {
          onSuccess: ({ mailed, without }) => notify([remindedWords(mailed), withoutWords(without)].filter(Boolean).join(' ')),
          onError: notifyProblem,
        }),
    });
  return (
    <Button variant="default" size="xs" mt="xs" className="no-print" loading={remind.isPending} onClick={ask}>
      {count === 1 ? 'Den Zahler erinnern' : `${count.toLocaleString('de-DE')} Zahler erinnern`}
    </Button>
  );
}

function remindedWords(mailed: number): string {
  if (mailed === 0) return 'Niemand ließ sich erinnern.';
  return mailed === 1 ? 'Ein Zahler ist erinnert.' : `${mailed.toLocaleString('de-DE')} Zahler sind erinnert.`;
}

function withoutWords(without: readonly string[]): string {
  return without.length === 0 ? '' : `Keine Mail geht an: ${without.join('; ')}.`;
}
