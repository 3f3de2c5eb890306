import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { season, seasonPlan, wish } from './table.ts';

/** The years after its end for which all records of a season are kept: contacts of wishes, and every version of its plan. */
const wholeYears = 3;
/** The years for which the sent plan and its reasons are kept: a refusal may be questioned. */
const reasonYears = 10;
const cancelledYears = 1;

const yearsAgo = (years: number) => addDays(today(), -Math.ceil(years * 365.25));

/** Deletes records of seasons after their retention: people and drafts first, the sent plan with its reasons much later, cancelled seasons soon. */
export const seasonRetention = [
  {
    name: 'seasonContacts',
    forget: async ({ tx }) => {
      const old = tx
        .select({ id: season.id })
        .from(season)
        .where(lt(season.endsOn, yearsAgo(wholeYears)));
      const drafts = await tx
        .delete(seasonPlan)
        .where(and(inArray(seasonPlan.seasonId, old), isNull(seasonPlan.sentOutAt)))
        .returning({ id: seasonPlan.id });
      const named = or(ne(wish.contactName, ''), ne(wish.contactPhone, ''), ne(wish.note, ''));
      const wishes = await tx
        .update(wish)
        .set({ contactName: '', contactPhone: '', note: '' })
        .where(and(inArray(wish.seasonId, old), named))
        .returning({ id: wish.id });
      return drafts.length + wishes.length;
    },
  },
  {
    name: 'seasons',
    forget: async ({ tx }) => {
      const cancelled = and(eq(season.phase, 'cancelled'), sql`${season.wishesUntil} < ${yearsAgo(cancelledYears)}::date`);
      const rows = await tx
        .delete(season)
        .where(or(lt(season.endsOn, yearsAgo(reasonYears)), cancelled))
        .returning({ id: season.id });
      return rows.length;
    },
  },
] satisfies PersonalData['retention'];
