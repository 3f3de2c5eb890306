import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { askedRights, caseKinds, caseOutcomes, caseStates, caseStepKinds, caseWays, outcomesOf } from '#shared/office/privacyLog/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

/** A personal data breach or a data subject request. A trigger prevents the deletion of an open case. */
export const privacyCase = pgTable(
  'privacy_case',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    kind: text({ enum: caseKinds }).notNull(),
    asked: text({ enum: askedRights }),
    cameBy: text('came_by', { enum: caseWays }).notNull(),
    /** The start of the deadline; for a request the start of its day. */
    knownAt: instant('known_at').notNull(),
    personId: uuid('person_id').references(() => person.id, { onDelete: 'set null' }),
    concerns: text().notNull(),
    text: text().notNull(),
    extensionReason: text('extension_reason'),
    extensionToldOn: date('extension_told_on'),
    state: text({ enum: caseStates }).notNull().default('open'),
    outcome: text({ enum: caseOutcomes }),
    outcomeOn: date('outcome_on'),
    outcomeText: text('outcome_text').notNull().default(''),
    closedAt: instant('closed_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('privacy_case_list').on(table.club, table.state, table.knownAt),
    index('privacy_case_person').on(table.personId),
    check('privacy_case_kind', sql`${table.kind} in ${oneOf(caseKinds)} and (${table.kind} = 'request') = (${table.asked} is not null)`),
    check('privacy_case_asked', sql`${table.asked} in ${oneOf(askedRights)}`),
    check('privacy_case_came_by', sql`${table.cameBy} in ${oneOf(caseWays)}`),
    check(
      'privacy_case_extension',
      sql`(${table.extensionReason} is null) = (${table.extensionToldOn} is null) and (${table.extensionReason} is null or ${table.kind} = 'request')`,
    ),
    check(
      'privacy_case_state',
      sql`${table.state} in ${oneOf(caseStates)} and (${table.state} = 'closed') = (${table.closedAt} is not null)
        and (${table.state} = 'closed') = (${table.outcome} is not null) and (${table.outcome} is null) = (${table.outcomeOn} is null)`,
    ),
    check(
      'privacy_case_outcome',
      sql`${table.kind} = 'breach' and ${table.outcome} in ${oneOf(outcomesOf.breach)} or ${table.kind} = 'request' and ${table.outcome} in ${oneOf(outcomesOf.request)} or ${table.outcome} is null`,
    ),
  ],
);

/** An action on a case, with its author and time. A trigger makes rows append-only; they are deleted with their case only. */
export const privacyCaseStep = pgTable(
  'privacy_case_step',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => privacyCase.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    byName: text('by_name').notNull(),
    byId: uuid('by_id').references(() => appUser.id, { onDelete: 'set null' }),
    kind: text({ enum: caseStepKinds }).notNull(),
    text: text().notNull(),
  },
  (table) => [
    index('privacy_case_step_list').on(table.caseId, table.at),
    check('privacy_case_step_kind', sql`${table.kind} in ${oneOf(caseStepKinds)}`),
    keyIndex('privacy_case_step_by', table.byId),
  ],
);
