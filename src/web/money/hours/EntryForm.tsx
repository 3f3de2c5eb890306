import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { FullHourSheet, HourEntry } from '#shared/money/hours.ts';
import { newId } from '#web/lib/newId.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from './hours.module.css';
import { useHourMutations } from './queries.ts';

type Line = HourEntry & { key: string };

/** A draft as its writer mends it: minutes, notes, lines by hand, and lines that go. */
export function EntryForm({ sheet }: { sheet: FullHourSheet }) {
  const { save } = useHourMutations();
  const form = useForm<{ entries: Line[] }>({
    name: 'entries',
    initialValues: { entries: sheet.entries.map((entry) => ({ ...entry, key: entry.sessionId ?? newId() })) },
  });
  const last = sheet.to < today() ? sheet.to : today();
  const add = () =>
    form.insertListItem('entries', { key: newId(), sessionId: null, day: last, minutes: 60, activity: '', participants: null, note: '' });
  const submit = form.onSubmit(({ entries }) =>
    save.mutate(
      { id: sheet.id, version: sheet.version, entries: entries.map(({ key: _key, ...entry }) => entry) },
      { onSuccess: () => notify('Der Nachweis ist gespeichert.'), onError: (error) => applyProblem(form, error) },
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
                  <DayField
                    label="Tag"
                    hasVisibleLabel
                    value={entry.day}
                    min={sheet.from}
                    max={last}
                    onChange={(day) => form.setFieldValue(`entries.${at}.day`, day ?? last)}
                    error={form.errors[`entries.${at}.day`]}
                  />
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
        <FormProblem error={save.error} fields={['entries']} onReload={() => save.reset()} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()} variant="default">
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
