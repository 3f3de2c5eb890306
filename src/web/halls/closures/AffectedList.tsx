import { Text } from '@mantine/core';
import type { AffectedBooking } from '#shared/halls/closures.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import classes from '../facilities/facilities.module.css';

/** Bookings that a closure would displace, each with free alternatives. */
export function AffectedList({ affected }: { affected: readonly AffectedBooking[] }) {
  if (affected.length === 0) return <output>In dieser Zeit steht nichts im Plan.</output>;
  return (
    <>
      <Text component="output" fw={600}>
        {affected.length === 1 ? 'Ein Termin ist betroffen:' : `${affected.length} Termine sind betroffen:`}
      </Text>
      <ul className={classes['rows']} aria-label="Betroffene Termine">
        {affected.map((one) => (
          <li key={one.id}>
            {formatDateTime(one.startsAt)}–{formatTime(one.endsAt)} · {one.holder}
            {one.title && ` · ${one.title}`}
            {one.alternatives.length > 0 && (
              <Text size="sm" c="dimmed">
                Frei wäre: {one.alternatives.map(({ facilityName }) => facilityName).join(', ')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
