import { Button, List, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { changedPrice, pricesChange, type PricesChange } from '#shared/courses/priceChanges/manyPrices.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { euros } from '#shared/kernel/money.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';

type PriceManyProps = {
  courses: readonly ManagedCourse[];
  isPending: boolean;
  onChange: (change: PricesChange) => void;
};

/** Asks how to change the prices of many offers, and applies it. */
export function PriceMany({ courses, isPending, onChange }: PriceManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" px="sm" loading={isPending} onClick={() => setIsOpen(true)}>
        Preise ändern …
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={courses.length === 1 ? 'Preise eines Angebots ändern' : `Preise von ${courses.length} Angeboten ändern`}
        centered
      >
        {isOpen && <PriceForm courses={courses} onChange={(change) => (setIsOpen(false), onChange(change))} />}
      </Modal>
    </>
  );
}

type Values = { by: 'percent' | 'cents'; amount: number | '' };
const shownAtMost = 5;

const shape = z
  .custom<Values>()
  .transform(toChange)
  .pipe(z.preprocess((input) => input, pricesChange));

function toChange({ by, amount }: Values): unknown {
  const value = amount === '' ? undefined : Number(amount);
  return by === 'percent' ? { by, percent: value } : { by, cents: value === undefined ? undefined : Math.round(value * 100) };
}

function PriceForm({ courses, onChange }: Omit<PriceManyProps, 'isPending'>) {
  const form = useShapeForm<Values>({ by: 'percent', amount: '' }, shape, {
    fieldOf: { percent: 'amount', cents: 'amount', '': 'amount' },
  });
  const change = pricesChange.safeParse(toChange(form.values)).data;
  const priced = courses.flatMap(({ id, title, priceFromCents }) => (priceFromCents ? [{ id, title, cents: priceFromCents }] : []));
  const submit = form.onSubmit((values) => onChange(pricesChange.parse(toChange(values))));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Radio.Group label="Alle Preise" {...form.getInputProps('by')}>
          <Radio mt="xs" value="percent" label="um Prozent, auf halbe Euro gerundet" />
          <Radio mt="xs" value="cents" label="um einen Betrag in Euro" />
        </Radio.Group>
        <NumberInput
          label={form.values.by === 'percent' ? 'Prozent' : 'Euro'}
          description="Mit Minus davor werden sie niedriger."
          required
          decimalSeparator=","
          decimalScale={2}
          {...form.getInputProps('amount')}
        />
        {change && (
          <List size="sm" aria-label="So werden die Preise">
            {priced.slice(0, shownAtMost).map(({ id, title, cents }) => (
              <List.Item key={id}>{`${title}: ab ${euros(cents)} wird ab ${euros(changedPrice(cents, change))}`}</List.Item>
            ))}
            {priced.length > shownAtMost && <List.Item>und {priced.length - shownAtMost} weitere</List.Item>}
          </List>
        )}
        <Text size="sm" c="dimmed">
          Wer schon angemeldet ist, zahlt wie vereinbart. Was nichts kostet, bleibt kostenlos.
        </Text>
        <FormProblem error={null} fields={['by', 'amount']} />
        <Button type="submit">Preise ändern</Button>
      </Stack>
    </form>
  );
}
