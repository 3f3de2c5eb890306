import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { declarationKinds, declarationStates } from '#shared/courses/declarationWords.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';
import { enrolment } from '../enrolments/table.ts';

/** A contract declaration as received. A trigger protects the declared content: only its outcome can change. */
export const contractDeclaration = pgTable(
  'contract_declaration',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** Of the receipt link. */
    linkHashes: linkHashesColumn(),
    kind: text({ enum: declarationKinds }).notNull(),
    receivedAt: instant('received_at').notNull(),
    name: text().notNull(),
    email: text().notNull(),
    contract: text().notNull(),
    person: text().notNull().default(''),
    isExtraordinary: boolean('is_extraordinary').notNull().default(false),
    reason: text().notNull().default(''),
    wishedOn: date('wished_on'),
    receipt: text().notNull(),
    enrolmentId: uuid('enrolment_id').references(() => enrolment.id, { onDelete: 'set null' }),
    endsOn: date('ends_on'),
    state: text({ enum: declarationStates }).notNull(),
    /** Why it needs a decision of the board. */
    why: text().notNull().default(''),
    /** The answer of the board. */
    answer: text().notNull().default(''),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => appUser.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('contract_declaration_kind', sql`${table.kind} in ${oneOf(declarationKinds)}`),
    check('contract_declaration_state', sql`${table.state} in ${oneOf(declarationStates)}`),
    index('contract_declaration_links').using('gin', table.linkHashes),
    index('contract_declaration_inbox').on(table.club, table.receivedAt),
    index('contract_declaration_enrolment').on(table.enrolmentId),
    keyIndex('contract_declaration_decided_by', table.decidedBy),
  ],
);
