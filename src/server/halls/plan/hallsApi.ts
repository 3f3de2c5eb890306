import { openingWords } from '#shared/halls/bookingRules.ts';
import { hallsContract } from '#shared/halls/halls.ts';
import { dayRules } from '../closures/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { hallsNow } from './hallsNow.ts';
import { publicPlan, standing, toEntry } from './publicPlan.ts';
import { addressOf, closingReasons, readFacilityBySlug, readOpenings, readUnits } from '../facilities/service.ts';

const os = implementing(hallsContract);

/** The public plan at the door: it shows no more than the facility allows, and never a person. */
export const hallsApi = os.router({
  now: os.now.handler(({ context }) => context.read((tx) => hallsNow(tx, context.hostClub))),

  plans: os.plans.handler(({ context, input }) => context.read((tx) => publicPlan(tx, context.hostClub, input))),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const row = await readFacilityBySlug(tx, input.slug);
      const date = input.date ?? today();
      const [units, openings] = [await readUnits(tx, [row.id]), await readOpenings(tx, [row.id])];
      const rules = await dayRules(tx, date, date, { facility: row.id });
      const found = await standing(tx, [row.id], date, date);
      const labels = new Map(units.map(({ id, label }) => [id, label]));
      return {
        id: row.id,
        slug: row.slug,
        name: row.name,
        address: addressOf(row),
        managerClub: row.managerClub,
        units: units.filter(({ retiredOn }) => retiredOn === null || retiredOn > date).map(({ id, label }) => ({ id, label })),
        date,
        opening: openingWords({ openings }, date),
        pause: closingReasons(row, rules, date, date).get(date) ?? null,
        entries: found.map((one) => toEntry(one, row, labels)),
      };
    }),
  ),
});
