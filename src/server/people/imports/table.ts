import { sql } from 'drizzle-orm';
import { index, check, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import {
  importStates,
  type ImportColumn,
  type ImportCounts,
  type ImportFault,
  type DepartmentChoice,
} from '#shared/people/memberImport.ts';
import { club } from '#server/club/clubs/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { sealedText } from '#server/platform/database/sealing.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

const clubColumn = () => text().$type<ClubName>().notNull();

/** An uploaded member file. The file is deleted after a week; its column mapping is kept for the next import. */
export const memberImport = pgTable(
  'member_import',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    fileName: text('file_name').notNull(),
    /** Base64, encrypted since such files contain bank accounts. */
    content: sealedText('content', { label: 'member_import.content' }),
    headings: jsonb().$type<string[]>().notNull(),
    mapping: jsonb().$type<ImportColumn[]>().notNull(),
    departments: jsonb().$type<DepartmentChoice[]>().notNull().default([]),
    /** The last collection with the file's mandates, if no column contains it. */
    lastUsedOn: date('last_used_on'),
    state: text({ enum: importStates }).notNull().default('uploaded'),
    total: integer().notNull(),
    processed: integer().notNull().default(0),
    /** The last sign of progress; when it is too old, the import is resumed. */
    workedAt: instant('worked_at'),
    counts: jsonb().$type<ImportCounts>(),
    faults: jsonb().$type<ImportFault[]>(),
  },
  (table) => [
    check('member_import_state', sql`${table.state} in ${oneOf(importStates)}`),
    index('member_import_club').on(table.club, table.createdAt),
    index('member_import_running')
      .on(table.workedAt)
      .where(sql`${table.state} = 'running'`),
    keyIndex('member_import_created_by', table.createdBy),
  ],
);
