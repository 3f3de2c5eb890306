import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { uuid } from 'drizzle-orm/pg-core';
import { organisation } from '#server/halls/organisations/table.ts';
import { person } from '#server/people/persons/table.ts';

/** The payer: either a person or an organisation (`onePayer`); `payerId` is the one that is set. Accounts are looked up by it. */
export function payerColumns() {
  return {
    payerPersonId: uuid('payer_person_id').references(() => person.id),
    organisationId: uuid('organisation_id').references(() => organisation.id),
    payerId: uuid('payer_id')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(payer_person_id, organisation_id)`),
  };
}

/** The check constraint of a table with `payerColumns`. */
export function onePayer({ payerPersonId, organisationId }: { payerPersonId: AnyColumn; organisationId: AnyColumn }): SQL {
  return sql`num_nonnulls(${payerPersonId}, ${organisationId}) = 1`;
}
