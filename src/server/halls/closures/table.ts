import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { dayRuleKinds } from '#shared/halls/holidays.ts';

/** The scope of a rule: a state, a town, one facility, or one club. */
export const dayRuleScopes = ['state', 'town', 'facility', 'club'] as const;

/**
 * School holidays, movable school days, closures, and public holidays beyond the computed ones. The ranges are data with their source: they
 * change every year and differ by state and town.
 */
export const calendarDayRule = pgTable(
  'calendar_day_rule',
  {
    id: uuid().primaryKey().defaultRandom(),
    scope: text({ enum: dayRuleScopes }).notNull(),
    /** The state ("NW"), the town, the facility's id or the club's name. */
    scopeId: text('scope_id').notNull(),
    kind: text({ enum: dayRuleKinds }).notNull(),
    name: text().notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    source: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('calendar_day_rule_scope', sql`${table.scope} in ('state', 'town', 'facility', 'club')`),
    check('calendar_day_rule_kind', sql`${table.kind} in ('public_holiday', 'school_holiday', 'movable_school_day', 'closure')`),
    check('calendar_day_rule_order', sql`${table.endsOn} >= ${table.startsOn}`),
    index('calendar_day_rule_place').on(table.scope, table.scopeId, table.startsOn),
  ],
);
