import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ShownDateChange, ShownDateChanges } from '#shared/halls/dayRules.ts';
import { formatDateTime } from '#web/lib/format.ts';
import classes from '../facilities/facilities.module.css';

/** Whether sessions and bookings follow a changed calendar. */
export type Dates = 'follow' | 'stay';

type DateChangesDialogProps = {
  changes: ShownDateChanges | undefined;
  isSaving: boolean;
  onSave: (dates: Dates) => void;
  onClose: () => void;
};

/** The effect of a calendar change on future sessions and bookings, shown before saving, with the choice to leave them. */
export function DateChangesDialog({ changes, isSaving, onSave, onClose }: DateChangesDialogProps) {
  const [dates, setDates] = useState<Dates>('follow');
  return (
    <Modal opened={changes !== undefined} onClose={onClose} title="Das ändert sich an Terminen" size="lg" centered>
      {changes && (
        <Stack>
          <ChangeList title="Fallen weg" dates={changes.falling} />
          <ChangeList title="Kommen zurück" dates={changes.returning} />
          <Radio.Group
            label="Was soll mit den Terminen geschehen?"
            value={dates}
            onChange={(value) => setDates(value === 'stay' ? 'stay' : 'follow')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="follow"
                label="Termine anpassen"
                description="Hallen werden frei oder wieder gebucht. Wer angemeldet ist, bekommt eine Mail. Gehaltene Termine bleiben immer."
              />
              <Radio value="stay" label="Termine lassen, wie sie sind" description="Der Zeitraum gilt nur für neue Termine." />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button loading={isSaving} onClick={() => onSave(dates)}>
              Speichern
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function ChangeList({ title, dates }: { title: string; dates: readonly ShownDateChange[] }) {
  if (dates.length === 0) return null;
  const heading = `${title}: ${dates.length === 1 ? 'ein Termin' : `${dates.length} Termine`}`;
  return (
    <section aria-label={title}>
      <Text fw={600}>{heading}</Text>
      {/* A scrollable region must be focusable (axe: scrollable-region-focusable). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes['changes']} tabIndex={0} aria-label={heading}>
        {dates.map((one) => (
          <li key={one.id}>
            {formatDateTime(one.startsAt)} · {one.club}
            {one.title && ` · ${one.title}`}
            {one.place && ` · ${one.place}`}{' '}
            <Text component="span" size="sm" c="dimmed">
              {one.isTaken ? 'inzwischen anders belegt, bleibt aus' : one.reason}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
