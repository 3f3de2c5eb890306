import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardProductSets } from '#shared/courses/cards/cardRules.ts';
import { settlementInput, type CardProduct, type OpenVisit } from '#shared/courses/cards/cardShapes.ts';
import { dayInWords } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from './cards.module.css';
import { openVisitsQuery, useCardMutations } from './queries.ts';
import { SellForm } from './SellForm.tsx';

type OpenVisitsProps = { club: ClubName; products: readonly CardProduct[]; isOn: boolean };
type Chosen = { visit: OpenVisit; action: 'sell' | 'settle' };

/** Visits by holders of a used or expired card: the office sells the next one, or settles them otherwise. */
export function OpenVisits({ club, products, isOn }: OpenVisitsProps) {
  const query = useQuery(openVisitsQuery(club));
  const { data } = query;
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const sold = products.filter(({ state }) => cardProductSets.sold.includes(state));
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return <EmptyState icon="circle-check" title="Alle Besuche haben eine Karte." />;
  return (
    <>
      <ul className={classes['list']} aria-label="Besuche ohne Karte">
        {data.map((visit) => (
          <li key={`${visit.sessionId}${visit.personId}`} className={classes['card']}>
            <div className={classes['words']}>
              <strong>{visit.name}</strong>
              <span>
                {visit.offer}, {dayInWords(visit.day)}
              </span>
              {visit.cardTitle && <span className={classes['quiet']}>zuletzt: {visit.cardTitle}</span>}
            </div>
            <Group gap="xs">
              {isOn && sold.length > 0 && (
                <Button aria-label={`Karte verkaufen: ${visit.name}`} onClick={() => setChosen({ visit, action: 'sell' })}>
                  Karte verkaufen
                </Button>
              )}
              <Button
                variant="default"
                aria-label={`Anders erledigt: ${visit.name}, ${dayInWords(visit.day)}`}
                onClick={() => setChosen({ visit, action: 'settle' })}
              >
                Anders erledigt
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <Modal
        opened={chosen !== undefined}
        onClose={close}
        title={chosen?.action === 'sell' ? 'Karte verkaufen' : 'Anders erledigt'}
        closeOnClickOutside={false}
        centered
      >
        {chosen?.action === 'sell' && (
          <SellForm
            club={club}
            products={sold}
            person={chosen.visit}
            productId={chosen.visit.productId ?? undefined}
            from={chosen.visit.day}
            onDone={close}
          />
        )}
        {chosen?.action === 'settle' && <SettleForm visit={chosen.visit} onDone={close} />}
      </Modal>
    </>
  );
}

const shape = settlementInput.pick({ note: true });

function SettleForm({ visit: { sessionId, personId, name, offer, day }, onDone }: { visit: OpenVisit; onDone: () => void }) {
  const { settle } = useCardMutations();
  const form = useShapeForm({ note: '' }, shape);
  const save = form.onSubmit(({ note }) =>
    settle.mutate(
      { sessionId, personId, note },
      { onSuccess: () => (notify(`${name}: erledigt.`), onDone()), onError: (error) => applyProblem(form, error) },
    ),
  );
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="sm">
        <Text size="sm">
          {name} war am {dayInWords(day)} bei „{offer}“. Der Besuch braucht dann keine Karte mehr.
        </Text>
        <TextInput
          label="Wie"
          description="Freiwillig, zum Beispiel „bar bezahlt“ oder „Gast des Vereins“. Es steht im Protokoll."
          maxLength={200}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <FormProblem error={settle.error} fields={['note']} />
        <Button type="submit" loading={settle.isPending}>
          Erledigt
        </Button>
      </Stack>
    </form>
  );
}
