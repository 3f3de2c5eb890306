import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import { savedEntries, type FullHourSheet, type HourEntry } from '#shared/money/hours.ts';
import { newId } from '#web/lib/newId.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import classes from './hours.module.css';
import { useHourMutations } from './queries.ts';

/** Entries have a key of their own, since manual ones have no session. */
type Line = HourEntry & { key: string };
type EntryValues = { entries: Line[] };

const shape = z.custom<EntryValues>().transform(toInput).pipe(savedEntries);

/** Edits a draft: minutes, notes, manual entries, removals. */
export function EntryForm({ sheet }: { sheet: FullHourSheet }) {
  const { save } = useHourMutations();
  const { form, version, adopt, clash } = useRowForm<EntryValues>(sheet, valuesOf(sheet), shape);
  const last = sheet.to < today() ? sheet.to : today();
  const add = () =>
    form.insertListItem('entries', { key: newId(), sessionId: null, day: last, minutes: 60, activity: '', participants: null, note: '' });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { id: sheet.id, version, ...toInput(values) },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: (saved) => {
          form.resetDirty();
          adopt(saved.version, valuesOf(saved));
          notify('Der Nachweis ist gespeichert.');
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ul className={classes['lines']}>
          {form.values.entries.map((entry, at) => (
            <li key={entry.key} className={classes['line']}>
              {entry.sessionId ? (
                <div>
                  <strong>{germanDate(entry.day)}</strong> {entry.activity}
                  {entry.participants !== null && ` · ${entry.participants} anwesend`}
                  {form.errors[`entries.${at}.day`] && (
                    <Text c="var(--mantine-color-error)" size="sm">
                      {form.errors[`entries.${at}.day`]}
                    </Text>
                  )}
                </div>
              ) : (
                <div className={classes['byHand']}>
                  <DayField label="Tag" hasVisibleLabel min={sheet.from} max={last} {...dayInput(form, `entries.${at}.day`, last)} />
                  <TextInput label="Tätigkeit" required maxLength={120} {...form.getInputProps(`entries.${at}.activity`)} />
                </div>
              )}
              <NumberInput
                aria-label={`Minuten am ${germanDate(entry.day)}`}
                suffix=" Min."
                hideControls
                min={1}
                max={960}
                clampBehavior="none"
                allowDecimal={false}
                {...form.getInputProps(`entries.${at}.minutes`)}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`${germanDate(entry.day)} ${entry.activity} entfernen`}
                onClick={() => form.removeListItem('entries', at)}
              >
                <Icon name="trash" size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <FormProblem error={save.error} fields={['entries']} clash={clash} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} variant="default">
            Speichern
          </Button>
          <Button variant="subtle" leftSection={<Icon name="plus" size={18} />} onClick={add}>
            Zeile von Hand
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function valuesOf({ entries }: FullHourSheet): EntryValues {
  return { entries: entries.map((entry) => ({ ...entry, key: entry.sessionId ?? newId() })) };
}

function toInput({ entries }: EntryValues): { entries: HourEntry[] } {
  return { entries: entries.map(({ key: _key, ...entry }) => entry) };
}
