import { customType, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const searchedKinds = ['course', 'event', 'news', 'page', 'facility'] as const;

/**
 * The words of public records, kept by triggers on their tables. It is never shown itself: a search asks the table
 * of the record whether the caller may see it, so no row security stands here. People are found by member_found alone.
 */
export const searchEntry = pgTable(
  'search_entry',
  {
    kind: text({ enum: searchedKinds }).notNull(),
    recordId: uuid('record_id').notNull(),
    /** The title in small letters without accents: "turnen" stands within "Kinderturnen", which no word stem finds. */
    titleKey: text('title_key').notNull(),
    words: tsvector().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] }), index('search_entry_words').using('gin', table.words)],
);
