import { sql } from 'drizzle-orm';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { organisation, organisationContact } from '#server/halls/organisations/table.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';

/** Organisations without an account: a school, adult education, a club of the next village. */
const outside = [
  { name: 'Grundschule Nord', kind: 'school', contact: 'Sabine Schulmuster', email: 'sekretariat@schule.test', function: 'Sekretariat' },
  { name: 'Volkshochschule Auenfeld', kind: 'adultEducation', contact: 'Vera Kursmuster', email: 'kurse@vhs.test', function: 'Programm' },
  { name: 'TuS Nachbardorf', kind: 'club', contact: 'Norbert Nachbar', email: 'vorstand@tus.test', function: 'Vorstand' },
] as const;

/** Adds them to the directory of GSV, which manages the town's halls; and an organisation that pays for children of RWA. */
export async function fillOrganisations({ tx }: Write): Promise<void> {
  for (const { contact, email, function: task, ...values } of outside) {
    const [row] = await tx
      .insert(organisation)
      .values({ ...values, managerClub: 'GSV', isLocal: values.kind !== 'club', city: 'Auenfeld' })
      .returning();
    if (row) await tx.insert(organisationContact).values({ organisationId: row.id, name: contact, email, function: task });
  }
  await fillPayer(tx);
}

/** An invented foundation that pays for two children: for one it has paid, for the other it is asked. */
async function fillPayer(tx: Transaction): Promise<void> {
  const today = localOf(now()).date;
  const foundation = { managerClub: 'RWA', name: 'Stiftung Musterkind', kind: 'other', street: 'Musterweg 1', postcode: '59999' } as const;
  const [row] = await tx
    .insert(organisation)
    .values({ ...foundation, city: 'Auenfeld', email: 'kasse@musterkind.test' })
    .returning({ id: organisation.id });
  if (!row) return;
  const contact = { name: 'Mona Stiftmuster', email: 'mona@musterkind.test', function: 'Förderung' };
  await tx.insert(organisationContact).values({ ...contact, organisationId: row.id });
  await tx.execute(sql`
    insert into charge (id, club, reference, person_id, organisation_id, source, label, cents, due_on, method, state, tax_sphere, created_at)
    select gen_random_uuid(), club, club || '-' || nextval('charge_number_seq'), id, ${row.id}::uuid, 'other', 'Sportkleidung', 4500,
      ${addDays(today, 14)}::date, 'transfer', 'open', 'ideal', ${now()}
    from person where club = 'RWA' and birth_date > ${addDays(today, -14 * 365)}::date order by lastname, firstname, id limit 2`);
  await tx.execute(sql`
    with made as (
      insert into payment (id, club, organisation_id, kind, cents, booked_on, created_by, created_at)
      select id, club, organisation_id, 'transfer', cents, ${today}::date, 'Demonstration', ${now()}
      from charge where organisation_id = ${row.id}::uuid order by reference limit 1
      returning id, club, cents)
    insert into allocation (id, club, payment_id, charge_id, cents, created_at)
    select gen_random_uuid(), club, id, id, cents, ${now()} from made`);
}
