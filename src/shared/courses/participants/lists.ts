import { z } from 'zod';
import { exportFormat, id } from '#shared/kernel/fields.ts';

/** The list of an offer as a file. */
export const wholeExport = z.strictObject({ id, format: exportFormat.default('csv') });

/** Selected participants of an offer as a file. */
export const chosenExport = wholeExport.extend({
  participationIds: z.array(id).min(1).max(1000).describe('Enrolments of this course.'),
});

/** The persons assigned to the account, and those who belong to another account. */
export const adopted = z.object({ taken: z.array(z.string()), elsewhere: z.array(z.string()) });
