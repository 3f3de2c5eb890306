import { Button, Group, MultiSelect, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardProductStateNames, cardProductStates } from '#shared/courses/cards/cardRules.ts';
import { cardProductInput, type CardProduct, type CardProductInput } from '#shared/courses/cards/cardShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { coursesQuery } from '../participants/queries.ts';
import { useCardMutations } from './queries.ts';

type ProductFormProps = { club: ClubName; product: CardProduct | undefined; onDone: () => void };

const states = cardProductStates.map((value) => ({ value, label: cardProductStateNames[value] }));

/** The server names fields by their path in the request. */
const fieldOf = Object.fromEntries(
  ['title', 'visits', 'cents', 'validMonths', 'departmentId', 'courseIds', 'state'].map((name) => [`product.${name}`, name]),
);

/** Creates or edits a card product. */
export function ProductForm({ club, product, onDone }: ProductFormProps) {
  const { createProduct, updateProduct } = useCardMutations();
  const { form, version, clash } = useRowForm<CardProductInput>(product ?? { version: 1 }, valuesOf(product), cardProductInput, {
    fieldOf,
  });
  const running = product ? updateProduct : createProduct;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Die Art von Karte ist gespeichert.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (product) updateProduct.mutate({ id: product.id, product: values, version }, settle);
    else createProduct.mutate({ club, product: values }, settle);
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        {product && product.valid > 0 && (
          <Text size="sm">Verkaufte Karten behalten Besuche und Preis. Wofür sie gelten, kann nur mehr werden.</Text>
        )}
        <TextInput label="Name" required maxLength={80} placeholder="Zehnerkarte Yoga" data-autofocus {...form.getInputProps('title')} />
        <Group grow align="flex-start">
          <NumberInput label="Besuche" required min={1} max={50} hideControls {...form.getInputProps('visits')} />
          <NumberInput label="Gültig (Monate)" required min={1} max={36} hideControls {...form.getInputProps('validMonths')} />
        </Group>
        <EuroField
          label="Preis"
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <ScopeFields club={club} form={form} />
        <Select
          label="Verkauf"
          description="Familien kaufen auf der Seite des Angebots, nach dem Einloggen."
          data={states}
          allowDeselect={false}
          {...form.getInputProps('state')}
        />
        <FormProblem error={running.error} fields={[...Object.keys(form.values), 'product']} clash={clash} />
        <Button type="submit" loading={running.isPending}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}

type Form = ReturnType<typeof useRowForm<CardProductInput>>['form'];

/** The scope of a product: all offers of a department, or some. */
function ScopeFields({ club, form }: { club: ClubName; form: Form }) {
  const { departmentId, courseIds } = form.values;
  const [isWhole, setIsWhole] = useState(departmentId !== null);
  const departments = useDepartmentChoices(club, departmentId);
  const { data } = useQuery(coursesQuery(false, club));
  const offers = data?.rows.filter(({ id, status }) => status !== 'draft' || courseIds.includes(id)) ?? [];
  return (
    <>
      <Radio.Group
        label="Wofür sie gilt"
        value={isWhole ? 'department' : 'offers'}
        onChange={(value) => {
          setIsWhole(value === 'department');
          form.setValues({ departmentId: null, courseIds: [] });
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="offers" label="einzelne Angebote" />
          <Radio value="department" label="alle Angebote einer Abteilung" />
        </Stack>
      </Radio.Group>
      {isWhole ? (
        <Select
          label="Abteilung"
          required
          searchable
          data={departments}
          {...form.getInputProps('departmentId')}
          error={form.errors['departmentId'] ?? form.errors['courseIds']}
        />
      ) : (
        <MultiSelect
          label="Angebote"
          required
          searchable
          data={offers.map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` }))}
          {...form.getInputProps('courseIds')}
        />
      )}
      <Text size="sm" c="dimmed">
        Wer für seinen Platz einen festen Preis zahlt, etwa im Monat, verbraucht dort keinen Besuch. Bei einem Preis je Termin zahlt die
        Karte statt seiner.
      </Text>
    </>
  );
}

function valuesOf(product: CardProduct | undefined): CardProductInput {
  return {
    title: product?.title ?? '',
    visits: product?.visits ?? 10,
    cents: product?.cents ?? 0,
    validMonths: product?.validMonths ?? 12,
    departmentId: product?.departmentId ?? null,
    courseIds: product?.courseIds ?? [],
    taxSphere: product?.taxSphere ?? 'purpose',
    state: product?.state ?? 'offered',
  };
}
