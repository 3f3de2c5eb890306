import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Mandate, Payment } from '#shared/money/mandates.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { CompleteDialog } from './CompleteDialog.tsx';
import { EndDialog } from './EndDialog.tsx';
import { MandateCard, type MandateAction } from './MandateCard.tsx';
import { MandateDialog } from './MandateDialog.tsx';
import { paymentQuery } from './queries.ts';

type PaymentPartProps = { personId: string; /** The person is the payer; by default the payer is looked up. */ isPayer?: boolean };

/** A person's payer and account: enter, replace, pause and end mandates. */
export function PaymentPart({ personId, isPayer = false }: PaymentPartProps) {
  const query = useQuery(paymentQuery(personId, isPayer));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return <Loaded payment={data} />;
}

function Loaded({ payment }: { payment: Payment }) {
  const [open, setOpen] = useState<{ action: MandateAction | 'create'; mandate?: Mandate }>();
  const present = payment.mandates.filter(({ state }) => mandateSets.present.includes(state));
  const ended = payment.mandates.filter((one) => !present.includes(one));
  const close = () => setOpen(undefined);
  const others = payment.paysFor.filter(({ id }) => id !== payment.payer.id).map(({ name }) => name);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {payment.isOwn ? 'Zahlt selbst.' : `Es zahlt: ${payment.payer.name}.`}
        {others.length > 0 && ` ${payment.isOwn ? 'Zahlt auch' : 'Zahlt'} für ${others.join(', ')}.`}
      </Text>
      {present.length === 0 && <Text size="sm">Kein Lastschriftmandat: Beiträge werden überwiesen.</Text>}
      {present.map((mandate) => (
        <MandateCard key={mandate.id} mandate={mandate} onOpen={(action) => setOpen({ action, mandate })} />
      ))}
      <Button
        variant={present.length === 0 ? 'filled' : 'default'}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => setOpen({ action: 'create' })}
      >
        Mandat eintragen
      </Button>
      {ended.length > 0 && (
        <Disclosure title={ended.length === 1 ? '1 früheres Mandat' : `${ended.length} frühere Mandate`} onPaper="hidden">
          <Stack gap="sm" mt="xs">
            {ended.map((mandate) => (
              <MandateCard key={mandate.id} mandate={mandate} />
            ))}
          </Stack>
        </Disclosure>
      )}
      <MandateDialog
        payment={payment}
        replaced={open?.mandate}
        isOpen={open?.action === 'create' || open?.action === 'replace'}
        onClose={close}
      />
      <CompleteDialog mandate={open?.action === 'complete' ? open.mandate : undefined} payment={payment} onClose={close} />
      <EndDialog mandate={open?.action === 'end' ? open.mandate : undefined} onClose={close} />
    </Stack>
  );
}
