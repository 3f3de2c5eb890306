import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { bankRuleWays } from '#shared/money/bankRules/contract.ts';
import { bankDirections } from '#shared/money/bankRules/fit.ts';
import { categoriesOf, entryCategories } from '#shared/money/entries/words.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { person } from '#server/people/persons/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';

/** A rule of a club for recurring bank lines; the first match applies. */
export const bankRule = pgTable(
  'bank_rule',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    position: integer().notNull(),
    name: text().notNull(),
    direction: text({ enum: bankDirections }).notNull(),
    nameContains: text('name_contains').notNull(),
    purposeContains: text('purpose_contains').notNull(),
    /** The keyed hash and the ends of the account on the other side; both empty for any. */
    accountKey: text('iban_hash').notNull().default(''),
    account: text().notNull().default(''),
    centsFrom: integer('cents_from'),
    centsTo: integer('cents_to'),
    way: text({ enum: bankRuleWays }).notNull(),
    category: text({ enum: entryCategories }),
    sphere: text({ enum: taxSpheres }),
    reason: text().notNull().default(''),
    /** On whose account the money is booked: a person or an organisation. */
    payerPersonId: uuid('payer_person_id').references(() => person.id),
    organisationId: uuid('organisation_id').references(() => organisation.id),
    isAutomatic: boolean('is_automatic').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('bank_rule_list').on(table.club, table.position),
    check('bank_rule_known', sql`${table.direction} in ${oneOf(bankDirections)} and ${table.way} in ${oneOf(bankRuleWays)}`),
    check('bank_rule_words', sql`${table.nameContains} <> '' or ${table.purposeContains} <> '' or ${table.accountKey} <> ''`),
    check('bank_rule_sums', sql`${table.centsTo} >= ${table.centsFrom}`),
    check(
      'bank_rule_entry',
      sql`(${table.way} = 'entry') = (${table.category} is not null and ${table.sphere} is not null)
        and (${table.way} = 'ignore') = (${table.reason} <> '')`,
    ),
    keyIndex('bank_rule_payer_person', table.payerPersonId),
    keyIndex('bank_rule_organisation', table.organisationId),
    check(
      'bank_rule_payer',
      sql`num_nonnulls(${table.payerPersonId}, ${table.organisationId}) = case when ${table.way} = 'payer' then 1 else 0 end
        and (${table.way} <> 'payer' or ${table.direction} = 'in')`,
    ),
    check(
      'bank_rule_category',
      sql`${table.category} in ${oneOf(entryCategories)} and ${table.sphere} in ${oneOf(taxSpheres)}
        and (${table.category} in ${oneOf(categoriesOf('in'))}) = (${table.direction} = 'in')`,
    ),
  ],
);
