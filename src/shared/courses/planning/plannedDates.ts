import { z } from 'zod';
import { holidayModes } from '#shared/halls/holidays.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';
import { skipped, slot } from '../courseShapes.ts';

/** The weekly times of an offer in a period. */
export const datesAsked = z.strictObject({
  club: clubName.optional(),
  startsOn: localDate,
  endsOn: localDate,
  holidayMode: z.enum(holidayModes),
  slots: z.array(slot).max(10),
  except: id.optional().describe('The course whose times these are; it does not count as another draft.'),
});

/** The dates that weekly times make, those that fall out, and the drafts that want the same hall. */
export const plannedDates = z.object({
  dates: z.array(z.object({ date: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
  skipped,
  drafts: z
    .array(z.object({ id, title: z.string(), dates: z.int().describe('How many of its dates overlap.'), firstOn: localDate }))
    .describe('Other drafts of the club that plan the same hall at the same time, at most 10. Drafts hold no hall yet.'),
});
