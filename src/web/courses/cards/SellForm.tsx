import { Button, Checkbox, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { lastDayOf, productInWords, visitsInWords } from '#shared/courses/cards/cardRules.ts';
import {
  cardPaymentNames,
  cardPayments,
  cardSaleInput,
  saleDays,
  soldAtMost,
  type CardProduct,
  type CardSaleInput,
} from '#shared/courses/cards/cardShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { PeopleFields } from '#web/people/parts/PeopleFields.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { newId } from '#web/lib/newId.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCardMutations } from './queries.ts';

type SellFormProps = {
  club: ClubName;
  products: readonly CardProduct[];
  /** The buyer, if known. */ person?: { personId: string; name: string };
  productId?: string | undefined;
  /** The first day, if not today: that of the visit that waits for a card. */ from?: string;
  onDone: () => void;
};

const shape = cardSaleInput.omit({ key: true });

/** The office's sale: the product, the person, and the payment. */
export function SellForm({ club, products, person, productId, from, onDone }: SellFormProps) {
  const { sell } = useCardMutations();
  // Retrying after a lost response is the same sale.
  const [key] = useState(newId);
  const first = products.find(({ id }) => id === productId) ?? products[0];
  const form = useShapeForm<Omit<CardSaleInput, 'key'>>(
    {
      productId: first?.id ?? '',
      personIds: [person?.personId ?? ''],
      isShared: false,
      validFrom: from ?? today(),
      left: first?.visits ?? 10,
      payment: 'auto',
    },
    shape,
  );
  const { personIds, isShared, validFrom, left, payment } = form.values;
  const product = products.find(({ id }) => id === form.values.productId);
  const cards = isShared ? 1 : personIds.length;
  const days = saleDays(today());
  const save = form.onSubmit((values) =>
    sell.mutate(
      { ...values, key },
      {
        onSuccess: ({ ids, taken }) => {
          const sold = ids.length === 1 ? 'Die Karte ist verkauft.' : `${ids.length} Karten sind verkauft.`;
          notify(taken > 0 ? `${sold} ${visitsInWords(taken)} ohne Karte abgezogen.` : sold);
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="sm">
        <Select
          label="Karte"
          allowDeselect={false}
          data={products.map((one) => ({ value: one.id, label: `${one.title}, ${euros(one.cents)}` }))}
          {...form.getInputProps('productId')}
          onChange={(id) => form.setValues({ productId: id ?? '', left: products.find((one) => one.id === id)?.visits ?? left })}
        />
        {product && (
          <Text size="sm" c="dimmed">
            {productInWords(product)}, {product.scope}
          </Text>
        )}
        <PeopleFields
          club={club}
          ids={personIds}
          most={soldAtMost}
          known={person ? [person] : []}
          errorAt={(at) => (at === 0 && form.errors['personIds']) || (form.errors[`personIds.${at}`] && 'Bitte auswählen.')}
          onChange={(ids) => form.setFieldValue('personIds', ids)}
        />
        {personIds.length > 1 && <Checkbox label="Alle teilen sich eine Karte" {...form.getInputProps('isShared', { type: 'checkbox' })} />}
        <DayField label="Gültig ab" hasVisibleLabel isRequired {...days} {...dayInput(form, 'validFrom')} />
        {product && validFrom && (
          <Text size="sm" c="dimmed">
            Gültig bis {germanDate(lastDayOf(validFrom, product.validMonths))}.
          </Text>
        )}
        <NumberInput
          label="Offene Besuche"
          description="Weniger nur, wenn eine Karte auf Papier hier weitergeht."
          required
          min={1}
          max={product?.visits ?? 50}
          hideControls
          {...form.getInputProps('left')}
        />
        <Select
          label="Bezahlung"
          allowDeselect={false}
          data={cardPayments.map((value) => ({ value, label: cardPaymentNames[value] }))}
          {...form.getInputProps('payment')}
        />
        <FormProblem error={sell.error} fields={Object.keys(form.values)} />
        <Button type="submit" loading={sell.isPending}>
          {buttonOf(cards, payment === 'none' ? 0 : (product?.cents ?? 0) * cards)}
        </Button>
      </Stack>
    </form>
  );
}

function buttonOf(cards: number, cents: number): string {
  const what = cards === 1 ? 'Karte verkaufen' : `${cards} Karten verkaufen`;
  return cents === 0 ? what : `${what}, ${euros(cents)}`;
}
