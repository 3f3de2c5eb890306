import { inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { event } from './table.ts';

/** Personal data in events. */
export const eventsData: PersonalData = {
  names: [
    {
      column: 'event_id',
      as: 'event',
      read: (tx, ids) =>
        tx
          .select({ id: event.id, name: event.title })
          .from(event)
          .where(inArray(event.id, [...ids])),
    },
  ],
  mayName: [event.contact, event.description, event.createdBy],
};
