import { Checkbox, Select, SimpleGrid, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { newsStateNames, newsStates } from '#shared/content/news.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { TimedDayField } from './TimedDayField.tsx';
import type { NewsValues } from './newsValues.ts';

/** Whether, when and where an article is published. */
export function NewsDates({ form, club }: { form: UseFormReturnType<NewsValues>; club: ClubName }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Select
          label="Sichtbarkeit"
          data={newsStates.map((state) => ({ value: state, label: newsStateNames[state] }))}
          allowDeselect={false}
          {...form.getInputProps('state')}
        />
        <TimedDayField label="Zeigen ab (leer: sofort)" usualTime="08:00" min={today()} {...form.getInputProps('publishAt')} />
        <TimedDayField label="Zeigen bis (leer: ohne Ende)" usualTime="23:59" min={today()} {...form.getInputProps('expiresAt')} />
      </SimpleGrid>
      <Checkbox label="Oben anheften" {...form.getInputProps('isPinned', { type: 'checkbox' })} />
      {club !== associationClub && (
        <Checkbox
          label="Dem Gemeindesportverband anbieten"
          description="Dort erscheint der Beitrag, sobald der Vorstand des Verbands zustimmt."
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}
