import { z } from 'zod';
import { id, localDate, localTime } from '#shared/kernel/fields.ts';

/** The criteria of the search for free slots. */
export const freeInput = z.strictObject({
  from: localDate,
  to: localDate,
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  facility: id.optional(),
  minutes: z.coerce.number().int().min(5).max(1440).default(60),
  parts: z.coerce.number().int().min(1).max(24).default(1),
  earliest: localTime.default('06:00'),
  latest: localTime.default('23:00'),
});
