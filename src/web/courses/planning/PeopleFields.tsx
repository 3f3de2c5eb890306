import { ActionIcon, Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { priceCategories, priceCategoryNames, priceUnitNames } from '#shared/courses/courseWords.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import type { Form } from './BasicFields.tsx';
import { emptyPrice } from './courseForm.ts';
import { fieldWidths } from './fieldWidths.ts';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { LeaderSearch } from '#web/people/parts/LeaderSearch.tsx';

const roles = [
  { value: 'lead', label: 'leitet' },
  { value: 'assistant', label: 'unterstützt' },
  { value: 'helper', label: 'hilft' },
];

/** The trainers, and the name shown in public. */
export function TrainerFields({ form, club }: { form: Form; club: ClubName }) {
  const { data: people = [] } = useQuery(trainersQuery(club));
  const [added, setAdded] = useState<{ value: string; label: string }[]>([]);
  const chosen = form.values.trainers.map(({ personId }) => personId);
  const staff = people.map(({ id, name }) => ({ value: id, label: name }));
  const named = [...staff, ...added.filter(({ value }) => !people.some(({ id }) => id === value))];
  // A draft from local storage has the ids, but not the names.
  const options = [
    ...named,
    ...chosen.filter((id) => !named.some(({ value }) => value === id)).map((id) => ({ value: id, label: 'Gewählte Person' })),
  ];
  const add = (one: { value: string; label: string }) => {
    setAdded([...added, one]);
    form.insertListItem('trainers', { personId: one.value, role: chosen.length === 0 ? 'lead' : 'assistant', isPublic: true });
  };
  return (
    <>
      {form.values.trainers.map((one, at) => (
        <Group key={one.personId} align="flex-end" gap="xs">
          <Select
            label="Übungsleitung"
            flex={fieldWidths.whole}
            nothingFoundMessage="Niemand gefunden"
            searchable
            allowDeselect={false}
            data={options}
            {...form.getInputProps(`trainers.${at}.personId`)}
          />
          <Select
            label="Aufgabe"
            flex={fieldWidths.whole}
            allowDeselect={false}
            data={roles}
            {...form.getInputProps(`trainers.${at}.role`)}
          />
          <Checkbox
            label="öffentlich genannt"
            pb={8}
            flex="1 1 auto"
            {...form.getInputProps(`trainers.${at}.isPublic`, { type: 'checkbox' })}
          />
          <ActionIcon variant="default" size={36} aria-label="Übungsleitung entfernen" onClick={() => form.removeListItem('trainers', at)}>
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      <LeaderSearch
        club={club}
        staff={staff}
        chosen={chosen}
        error={form.errors['trainers']}
        path={fieldPath(form, 'trainers')}
        onAdd={add}
      />
    </>
  );
}

/** The prices per class; stored in cents. */
export function PriceFields({ form }: { form: Form }) {
  const { kind, prices } = form.values;
  const free = priceCategories.filter((category) => !prices.some((one) => one.category === category));
  const [next] = free;
  return (
    <>
      {prices.map((one, at) => (
        <Group key={one.category} align="flex-end" gap="xs">
          <Select
            label="Preisgruppe"
            flex={fieldWidths.whole}
            allowDeselect={false}
            data={[one.category, ...free].map((value) => ({ value, label: priceCategoryNames[value] }))}
            {...form.getInputProps(`prices.${at}.category`)}
          />
          <EuroInput
            label="Preis in Euro"
            flex={fieldWidths.short}
            placeholder="0 = kostenlos"
            cents={one.cents}
            onChange={(cents) => form.setFieldValue(`prices.${at}.cents`, cents)}
          />
          <Select
            label="Zeitraum"
            flex={fieldWidths.short}
            allowDeselect={false}
            data={Object.entries(priceUnitNames).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps(`prices.${at}.per`)}
          />
          <ActionIcon variant="default" size={36} aria-label="Preis entfernen" onClick={() => form.removeListItem('prices', at)}>
            <Icon name="trash" />
          </ActionIcon>
        </Group>
      ))}
      {next && (
        <Group>
          <Button
            variant="default"
            data-path={fieldPath(form, 'prices')}
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => form.insertListItem('prices', emptyPrice(kind, prices.length === 0 ? undefined : next))}
          >
            Preis
          </Button>
        </Group>
      )}
    </>
  );
}
