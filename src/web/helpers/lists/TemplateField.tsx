import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addDays, daysBetween, germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import type { ListFormType } from './listValues.ts';
import { listQuery, listsQuery } from './queries.ts';

/** Selects an earlier list whose shifts and items are copied into a new one; existing input is kept. */
export function TemplateField({ form, club }: { form: ListFormType; club: ClubName }) {
  const client = useQueryClient();
  const { data: lists = [] } = useQuery(listsQuery(club));
  if (lists.length === 0) return null;
  const choose = async (id: string | null) => {
    form.setFieldValue('templateId', id);
    if (!id) return;
    const { title, description, contact, visibility, reminderDays, startsOn, endsOn } = await client.fetchQuery(listQuery(id));
    const typed = form.getValues();
    form.setValues({
      title: typed.title || title,
      description: typed.description || description,
      contact: typed.contact || contact,
      visibility,
      reminderDays,
      endsOn: addDays(typed.startsOn, daysBetween(startsOn, endsOn)),
    });
  };
  return (
    <Select
      label="Vorlage"
      description="Dienste und Mitbringsel einer früheren Liste, verschoben auf den neuen ersten Tag"
      placeholder="Ohne Vorlage"
      clearable
      clearButtonProps={{ 'aria-label': 'Vorlage leeren' }}
      searchable
      nothingFoundMessage="Nichts gefunden"
      data={lists.map(({ id, title, startsOn }) => ({ value: id, label: `${title} (${germanDate(startsOn)})` }))}
      value={form.values.templateId}
      error={form.errors['templateId']}
      onChange={(id) => void choose(id).catch(notifyProblem)}
    />
  );
}
