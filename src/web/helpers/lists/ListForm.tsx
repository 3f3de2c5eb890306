import { NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EventView } from '#shared/events/events.ts';
import { addDays, daysBetween, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { helperListInput, type HelperListView } from '#shared/helpers/helperListShapes.ts';
import { visibilityNames } from '#shared/helpers/helperListWords.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { valuesOf, type ListValues } from './listValues.ts';
import { eventsQuery, useListMutations } from './queries.ts';
import { TemplateField } from './TemplateField.tsx';

type ListFormProps = { list?: HelperListView; club: ClubName; onDone: (list: HelperListView) => void };

const visibilities = Object.entries(visibilityNames).map(([value, label]) => ({ value, label }));

/** Creates or edits a helper list: its purpose, its days and its visibility. */
export function ListForm({ list, club, onDone }: ListFormProps) {
  const { create, update } = useListMutations();
  const { data: events = [] } = useQuery(eventsQuery(club, addDays(today(), -30), addDays(today(), 400)));
  const stored = valuesOf(list);
  const savedBy = useSavedBy('helperList', list);
  const { form, version, clash, discard, draft } = useRowForm<ListValues>(list ?? { version: 0 }, stored, helperListInput, {
    draft: `operational.${list?.id ?? `neu.${club}`}`,
  });
  const { values } = form;
  // Fields without input are filled from the event.
  const choose = (eventId: string | null) => {
    const event = list ? undefined : events.find(({ id }) => id === eventId);
    const days = event && !form.isDirty('startsOn') && daysOf(event);
    form.setValues({ eventId, ...(event && !values.title && { title: event.title }), ...days });
  };
  const running = list ? update : create;
  const outcome = {
    onError: (error: unknown) => applyProblem(form, error),
    onSuccess: (saved: HelperListView) => {
      draft.clear();
      form.resetDirty();
      notify('Die Helferliste ist gespeichert.');
      onDone(saved);
    },
  };
  const save = ({ templateId, ...input }: ListValues) =>
    list ? update.mutate({ ...input, id: list.id, version }, outcome) : create.mutate({ ...input, templateId }, outcome);
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <Colleagues kind="helperList" record={list?.id} club={club} isChanging={form.isDirty()} />
        {!list && <TemplateField form={form} club={club} />}
        <TextInput label="Titel" required {...form.getInputProps('title')} />
        <Select
          label="Termin"
          placeholder="Ohne Termin"
          clearable
          searchable
          data={events.map(({ id, title }) => ({ value: id, label: title }))}
          {...form.getInputProps('eventId')}
          onChange={choose}
        />
        <DayField
          label="Erster Tag"
          hasVisibleLabel
          isRequired
          value={values.startsOn}
          error={form.errors['startsOn']}
          path={fieldPath(form, 'startsOn')}
          onChange={(day) => day && form.setValues({ startsOn: day, endsOn: endFor(values, day) })}
        />
        <DayField
          label="Letzter Tag"
          hasVisibleLabel
          isRequired
          value={values.endsOn}
          min={values.startsOn}
          error={form.errors['endsOn']}
          path={fieldPath(form, 'endsOn')}
          onChange={(day) => day && form.setFieldValue('endsOn', day)}
        />
        <Select label="Wer die Liste sieht" data={visibilities} allowDeselect={false} {...form.getInputProps('visibility')} />
        <Textarea label="Beschreibung" autosize minRows={2} {...form.getInputProps('description')} />
        <TextInput label="Ansprechperson" description="Sehen alle, die die Liste sehen" {...form.getInputProps('contact')} />
        <NumberInput
          label="Erinnerung"
          suffix={form.values.reminderDays === 1 ? ' Tag vorher' : ' Tage vorher'}
          min={0}
          max={30}
          {...form.getInputProps('reminderDays')}
        />
        <FormProblem error={running.error} fields={Object.keys(values)} clash={clash} savedBy={savedBy} />
        <SaveBar form={form} saving={running} isNew={!list} onDiscard={discard} />
      </Stack>
    </form>
  );
}

/** The days of an event; one that ends at midnight ends on the day before. */
function daysOf({ startsAt, endsAt }: EventView): Pick<ListValues, 'startsOn' | 'endsOn'> {
  return { startsOn: localOf(new Date(startsAt)).date, endsOn: localOf(new Date(Date.parse(endsAt) - 1)).date };
}

/** The last day when the first one changes: a list from a template keeps the length, any other only must not end before it starts. */
function endFor({ templateId, startsOn, endsOn }: ListValues, day: string): string {
  if (templateId) return addDays(day, daysBetween(startsOn, endsOn));
  return endsOn < day ? day : endsOn;
}
