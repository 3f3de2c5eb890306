import { eventKindNames } from '#shared/events/eventKinds.ts';
import { eventStateNames } from '#shared/events/events.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { tableFile } from '#server/platform/formats/tableFile.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { EventRow } from './registrations.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const columns = ['Titel', 'Art', 'Beginn', 'Von', 'Ende', 'Bis', 'Ort', 'Ansprechperson', 'Plätze', 'Preis in Euro', 'Stand'];

/** The maximum number of events in one file. */
export const fileRowsAtMost = 5000;

/** The events of a club as a file; throws if they exceed the maximum. */
export function eventsFile(rows: readonly EventRow[], format: ExportFormat): Promise<File> | File {
  if (rows.length > fileRowsAtMost) throw new Problem('too-many-rows');
  const lines = rows.map((one) => {
    // The end of an all-day event is exclusive: the start of the next day.
    const [from, to] = [localOf(one.startsAt), localOf(one.isAllDay ? new Date(one.endsAt.getTime() - 1) : one.endsAt)];
    return {
      Titel: one.title,
      Art: eventKindNames[one.kind],
      Beginn: from.date,
      Von: one.isAllDay ? null : from.time,
      Ende: to.date,
      Bis: one.isAllDay ? null : to.time,
      Ort: one.place,
      Ansprechperson: one.contact,
      Plätze: one.placesMax,
      'Preis in Euro': one.priceCents / 100,
      Stand: eventStateNames[one.state],
    };
  });
  return tableFile(format, { name: 'termine', sheet: 'Termine', columns, lines, days: ['Beginn', 'Ende'] });
}
