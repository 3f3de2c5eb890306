import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate } from '#shared/kernel/fields.ts';

/** An entry of the day's plan; club and title only as far as the facility publishes them. */
const entry = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  units: z.array(z.string()).describe('The parts of the facility; empty if it takes the whole facility.'),
  club: z.string().nullable(),
  title: z.string().nullable(),
  isFree: z.boolean().describe('Whether the club released the hour, so that others can take it over.'),
});

const doorPlan = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  address: z.string(),
  managerClub: z.string(),
  units: z.array(z.object({ id, label: z.string() })),
  date: z.string(),
  opening: z.string(),
  pause: z.string().nullable().describe('The reason why the facility is closed on this day; null if it is open.'),
  entries: z.array(entry),
});
export type DoorPlan = z.infer<typeof doorPlan>;

const publicPlan = z.object({
  from: z.string(),
  to: z.string(),
  halls: z.array(z.object({ slug: z.string(), name: z.string() })).describe('All halls that can be selected.'),
  plans: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      days: z.array(z.object({ date: z.string(), opening: z.string(), pause: z.string().nullable(), entries: z.array(entry) })),
    }),
  ),
});
export type PublicPlan = z.infer<typeof publicPlan>;

const hallNow = z.object({
  slug: z.string(),
  name: z.string(),
  until: z.iso.datetime(),
  club: z.string().nullable(),
  title: z.string().nullable(),
});
export type HallNow = z.infer<typeof hallNow>;

/** The public plans of facilities: one at its door (/halls/{slug}), and all of them (/halls). */
export const hallsContract = {
  now: endpoint({ access: 'facilities.read' }, { method: 'GET', path: '/halls', summary: 'Jetzt in den Hallen' }).output(z.array(hallNow)),
  read: endpoint({ access: 'facilities.read' }, { method: 'GET', path: '/halls/{slug}', summary: 'Tagesplan an der Hallentür' })
    .input(z.strictObject({ slug: line(80), date: localDate.optional() }))
    .output(doorPlan),
  plans: endpoint(
    { access: 'facilities.read' },
    {
      method: 'GET',
      path: '/hallPlans',
      summary: 'Hallenplan für alle',
      description:
        'The day plans of all halls of the club and the town (on GSV of all clubs); with `hall`, the week of one hall from Monday.',
    },
  )
    .input(z.strictObject({ date: localDate.optional(), hall: line(80).optional() }))
    .output(publicPlan),
};
