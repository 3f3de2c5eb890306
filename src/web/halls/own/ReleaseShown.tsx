import { Button } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { Booking } from '../bookings/queries.ts';
import type { BookingGroup } from './groups.ts';
import { useManyHours } from './queries.ts';

/** Gives all hours that are shown to others at once, as for some days in the holidays; asks first, and a slip is taken back. */
export function ReleaseShown({ groups }: { groups: readonly BookingGroup[] }) {
  const { release, reclaim } = useManyHours();
  const hours = groups
    .flatMap(({ dates }) => dates)
    .filter(({ may }) => may.includes('release'))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (hours.length < 2) return null;
  const ids = hours.map(({ id }) => id);
  const takeBack = () =>
    reclaim.mutate(ids, {
      onSuccess: ({ changed }) =>
        changed < ids.length
          ? notifyRefusal(`${changed} von ${ids.length} Stunden sind wieder Ihre; die übrigen hat inzwischen jemand anders.`)
          : notify(`${changed} Stunden sind wieder Ihre.`),
      onError: notifyProblem,
    });
  const ask = () =>
    confirm({
      title: `${hours.length} Stunden freigeben?`,
      text: `Alle gezeigten Termine ${daysOf(hours)}. Andere Vereine können sie dann sofort übernehmen.`,
      action: 'Freigeben',
      onConfirm: () =>
        release.mutate(ids, {
          onSuccess: ({ changed }) => notify(`${changed} Stunden sind freigegeben.`, takeBack),
          onError: notifyProblem,
        }),
    });
  return (
    <Button className="no-print" variant="default" mb="sm" loading={release.isPending} onClick={ask}>
      {`Alle gezeigten freigeben (${hours.length}) …`}
    </Button>
  );
}

function daysOf(hours: readonly Booking[]): string {
  return `vom ${germanDate(hours[0]?.date ?? '')} bis ${germanDate(hours.at(-1)?.date ?? '')}`;
}
