import { Group, MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturnType } from '@mantine/form';
import { holidayModeNames, holidayModes } from '#shared/halls/holidays.ts';
import { defaultSeasonRules, usualWindows } from '#shared/halls/seasons/seasonRules.ts';
import { seasonInput, type Season, type SeasonInput } from '#shared/halls/seasons/seasons.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { FairnessField } from './FairnessField.tsx';
import { useSeasonMutations } from './queries.ts';
import { WindowsField } from './WindowsField.tsx';

type SeasonFormProps = {
  season: Season | undefined;
  /** What a new season begins with; by default an empty one. */ first?: SeasonInput | undefined;
  onDone: (season: Season) => void;
};

/** Creates or edits a season: its days, the period for wishes, its halls, and the text about the rules. */
export function SeasonForm({ season, first = emptySeason(), onDone }: SeasonFormProps) {
  const { create, update } = useSeasonMutations();
  const values = season ? valuesOf(season) : first;
  const { form, version, adopt, clash, discard, draft } = useRowForm<SeasonInput>(season ?? { version: 1 }, values, seasonInput, {
    draft: `season.${season?.id ?? 'neu'}`,
  });
  const running = season ? update : create;
  const settle = {
    onSuccess: (saved: Season) => {
      draft.clear();
      form.resetDirty();
      adopt(saved.version, valuesOf(saved));
      notify(`„${saved.name}“ ist gespeichert.`);
      onDone(saved);
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = (values: SeasonInput) => {
    if (season) update.mutate({ ...values, id: season.id, version }, settle);
    else create.mutate(values, settle);
  };
  return (
    <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
      <Stack>
        <FoundDraft draft={draft} form={form} />
        <TextInput label="Name" placeholder="Winter 2027/28" required maxLength={80} {...form.getInputProps('name')} />
        <DayFields form={form} />
        <HallsField form={form} />
        <Textarea
          label="Vergaberegeln, die alle lesen"
          description="Wer geht vor, was zählt, wer entscheidet."
          autosize
          minRows={3}
          maxLength={8000}
          {...form.getInputProps('criteria')}
        />
        <FairnessField form={form} />
        <Select
          label="Ferien und Feiertage"
          data={holidayModes.map((mode) => ({ value: mode, label: holidayModeNames[mode] }))}
          allowDeselect={false}
          {...form.getInputProps('holidayMode')}
        />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <SaveBar form={form} saving={running} isNew={!season} onDiscard={discard} />
      </Stack>
    </form>
  );
}

type Fields = { form: UseFormReturnType<SeasonInput> };

function DayFields({ form }: Fields) {
  const { startsOn, endsOn, wishesFrom, wishesUntil } = form.values;
  const setInstant = (field: 'wishesFrom' | 'wishesUntil', time: string) => (day: string | undefined) =>
    day && form.setFieldValue(field, instantOf(day, time).toISOString());
  return (
    <>
      <Group grow align="flex-start">
        <DayField
          label="Erster Tag"
          hasVisibleLabel
          isRequired
          value={startsOn}
          error={form.errors['startsOn']}
          onChange={(day) => day && form.setFieldValue('startsOn', day)}
        />
        <DayField
          label="Letzter Tag"
          hasVisibleLabel
          isRequired
          value={endsOn}
          error={form.errors['endsOn']}
          onChange={(day) => day && form.setFieldValue('endsOn', day)}
        />
      </Group>
      <Group grow align="flex-start">
        <DayField
          label="Wünsche ab"
          hasVisibleLabel
          isRequired
          value={localOf(new Date(wishesFrom)).date}
          error={form.errors['wishesFrom']}
          onChange={setInstant('wishesFrom', '00:00')}
        />
        <DayField
          label="Wünsche bis"
          hasVisibleLabel
          isRequired
          value={localOf(new Date(wishesUntil)).date}
          error={form.errors['wishesUntil']}
          onChange={setInstant('wishesUntil', '23:59')}
        />
      </Group>
    </>
  );
}

/** The halls of the season; by default each with its opening hours, on working days for schools and young people first. */
function HallsField({ form }: Fields) {
  const { user } = useAuth();
  const { data } = useQuery(hallsQuery());
  const own = (data ?? []).filter(({ managerClub, isActive }) => managerClub === user?.club.name && isActive);
  const { facilities } = form.values;
  const choose = (ids: string[]) =>
    form.setFieldValue(
      'facilities',
      ids.map(
        (facilityId) =>
          facilities.find((one) => one.facilityId === facilityId) ?? {
            facilityId,
            windows: usualWindows(own.find(({ id }) => id === facilityId)?.openings ?? []),
          },
      ),
    );
  return (
    <>
      <MultiSelect
        label="Sportstätten"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={
          facilities.length > 0
            ? 'Montag bis Freitag bis 16 Uhr für Schulen, bis 18 Uhr für die Jugend, danach für alle. Unten je Halle zu ändern.'
            : data && own.length === 0 && 'Ihr Verein verwaltet noch keine Halle. Legen Sie sie unter „Sportstätten“ an.'
        }
        placeholder={facilities.length === 0 ? 'Bitte wählen' : ''}
        searchable
        data={own.map(({ id, name }) => ({ value: id, label: name }))}
        value={facilities.map(({ facilityId }) => facilityId)}
        error={form.errors['facilities']}
        onChange={choose}
      />
      {facilities.map(({ facilityId }, at) => (
        <WindowsField key={facilityId} form={form} at={at} name={own.find(({ id }) => id === facilityId)?.name ?? 'Sportstätte'} />
      ))}
    </>
  );
}

function valuesOf({ name, startsOn, endsOn, wishesFrom, wishesUntil, criteria, rules, holidayMode, ...season }: Season): SeasonInput {
  const facilities = season.facilities.map(({ facilityId, windows }) => ({ facilityId, windows }));
  return { name, startsOn, endsOn, wishesFrom, wishesUntil, criteria, rules, holidayMode, facilities };
}

function emptySeason(): SeasonInput {
  const day = today();
  return {
    name: '',
    startsOn: addDays(day, 90),
    endsOn: addDays(day, 270),
    wishesFrom: instantOf(day, '00:00').toISOString(),
    wishesUntil: instantOf(addDays(day, 42), '23:59').toISOString(),
    criteria:
      'Schulen gehen vor Jugend, Jugend vor Erwachsenen. Wer seine bisherige Zeit bestätigt, behält sie innerhalb seiner Gruppe zuerst.',
    rules: defaultSeasonRules,
    holidayMode: 'skip_both',
    facilities: [],
  };
}
