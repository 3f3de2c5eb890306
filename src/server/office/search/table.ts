import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const searchedKinds = ['course', 'event', 'news', 'page', 'facility'] as const;

/**
 * The words of public records, maintained by triggers on their tables. Entries are never returned themselves: a search reads the record
 * from its own table, whose access rules apply; therefore no row-level security here. Persons are found by member_found only.
 */
export const searchEntry = pgTable(
  'search_entry',
  {
    kind: text({ enum: searchedKinds }).notNull(),
    recordId: uuid('record_id').notNull(),
    /** The title in lower case without accents: "turnen" is a substring of "Kinderturnen", which no word stem matches. */
    titleKey: text('title_key').notNull(),
    words: tsvector().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] }), index('search_entry_words').using('gin', table.words)],
);
