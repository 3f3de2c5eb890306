import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';

/** The hourly rate of a hall for a club. */
const hallRate = z.object({
  id,
  hall: z.string().describe('Empty for the rate of all halls without a rate of their own.'),
  centsPerHour: z.int(),
  validFrom: localDate,
});
export type HallRate = z.infer<typeof hallRate>;

/** Hourly rates of halls, for the contribution margin of the statistics. */
export const hallRatesContract = {
  list: endpoint({ access: 'courseStat.read' }, { method: 'GET', path: '/hall-rates', summary: 'Was eine Stunde in einer Halle kostet' })
    .input(z.strictObject({ club: clubName.optional() }))
    .output(
      z.object({
        rates: z.array(hallRate),
        halls: z.array(z.object({ id, name: z.string() })).describe('Halls used by offers of the club, and its own halls.'),
      }),
    ),
  add: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/hall-rates',
      summary: 'Hallenkosten festlegen',
      description: 'For one hall or all halls; the rate of a hall takes precedence. Users of some of its parts pay their share.',
      refuses: ['conflict'],
      example: { facilityId: null, centsPerHour: 1200, validFrom: '2026-09-01' },
    },
  )
    .input(
      z.strictObject({
        facilityId: id.nullable(),
        centsPerHour: z.int().min(0, 'Mindestens 0 Euro.').max(50_000, 'Höchstens 500 Euro.'),
        validFrom: localDate,
      }),
    )
    .output(done),
  remove: endpoint({ access: 'charges.manage' }, { method: 'DELETE', path: '/hall-rates/{id}', summary: 'Hallenkosten löschen' })
    .input(z.strictObject({ id }))
    .output(done),
};
