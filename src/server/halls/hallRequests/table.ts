import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ageGroups } from '#shared/halls/bookingStates.ts';
import type { HallWant } from '#shared/halls/hallRequests/hallRequests.ts';
import { decidedHallRequests, hallRequestStates } from '#shared/halls/hallRequests/hallRequestStates.ts';
import type { OutsideKind } from '#shared/halls/organisations.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';
import { organisation } from '../organisations/table.ts';

/** A request for hours to the manager of a hall, by somebody without an account. Once accepted, it becomes requests of an organisation. */
export const hallRequest = pgTable(
  'hall_request',
  {
    id: uuid().primaryKey(),
    /** The club that manages the halls and decides. */
    club: clubColumn(),
    linkHashes: linkHashesColumn(),
    state: text({ enum: hallRequestStates }).notNull(),
    organisationName: text('organisation_name').notNull(),
    kind: text().$type<OutsideKind>().notNull(),
    contactName: text('contact_name').notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    purpose: text().notNull(),
    ageGroup: text('age_group', { enum: ageGroups }),
    participants: integer(),
    message: text().notNull().default(''),
    wants: jsonb().$type<HallWant[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => appUser.id, { onDelete: 'set null' }),
    organisationId: uuid('organisation_id').references(() => organisation.id, { onDelete: 'set null' }),
    reason: text().notNull().default(''),
  },
  (table) => [
    check('hall_request_state', sql`${table.state} in ${oneOf(hallRequestStates)}`),
    check('hall_request_confirmed', sql`(${table.state} = 'unconfirmed') = (${table.confirmedAt} is null)`),
    check('hall_request_decided', sql`(${table.state} in ${oneOf(decidedHallRequests)}) = (${table.decidedAt} is not null)`),
    index('hall_request_links').using('gin', table.linkHashes),
    index('hall_request_state_club').on(table.club, table.state, table.confirmedAt),
    index('hall_request_organisation').on(table.organisationId),
    index('hall_request_decided_by').on(table.decidedBy),
  ],
);

export type HallRequestRow = typeof hallRequest.$inferSelect;
