import { inArray, sql, type SQL } from 'drizzle-orm';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { person } from '#server/people/persons/table.ts';
import { forgetPapers } from '#server/files/objects/service.ts';
import { isShared } from './address.ts';
import { isVoucher } from './keeping.ts';
import { referencesTo } from './records.ts';

/** The name that stands where somebody was. */
export const pseudonym = { firstname: 'Gelöschte', lastname: 'Person' } as const;

/**
 * Removes all that is kept about people, but for what the law keeps, which stays under a pseudonym. Done again it changes
 * nothing; it is also used on a restored backup, for those who were erased since.
 */
export async function erasePeople(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) await erasePerson(tx, id);
  if (ids.length === 0) return;
  const nothing = {
    birthDate: null,
    gender: null,
    email: null,
    phone: null,
    mobile: null,
    street: null,
    houseNo: null,
    postcode: null,
    city: null,
    emergencyContactName: null,
    emergencyContactPhone: null,
    notes: null,
  };
  await tx
    .update(person)
    .set({ ...pseudonym, ...nothing, anonymisedAt: now(), updatedAt: now() })
    .where(inArray(person.id, [...ids]));
}

async function erasePerson(tx: Transaction, id: string): Promise<void> {
  await forgetPapers(tx, id);
  const members = sql`(select id from member where person_id = ${id})`;
  const own = sql`(select id from enrolment where person_id = ${id})`;
  const statements: SQL[] = [
    sql`delete from membership_application where member_id in ${members}`,
    sql`delete from membership_application a using person p where p.id = ${id} and a.club = p.club and a.state <> 'new'
      and a.birth_date = p.birth_date and lower(a.firstname) = lower(p.firstname) and lower(a.lastname) = lower(p.lastname)`,
    ...emails(id),
    sql`delete from hour_sheet where person_id = ${id} and state in ('draft', 'rejected')`,
    sql`update hour_sheet set reject_reason = '' where person_id = ${id}`,
    sql`update hour_entry set note = '' where person_id = ${id}`,
    sql`delete from trainer_rate where person_id = ${id}`,
    sql`update enrolment set contact_email = null, guardian_name = null, answers = '{}', staff_note = null, cancel_reason = null,
      registered_by = null, public_token = gen_random_uuid()::text where person_id = ${id}`,
    sql`update enrolment_log set reason = null where enrolment_id in ${own}`,
    sql`update course_session set substitute_person_id = null where substitute_person_id = ${id}`,
    sql`delete from course_trainer where person_id = ${id}`,
    sql`delete from charge c where ${id} in (c.person_id, c.payer_person_id) and not ${isVoucher}`,
    sql`delete from sepa_mandate m where m.payer_person_id = ${id} and m.last_used_on is null
      and not exists (select 1 from sepa_run_item i where i.mandate_id = m.id)`,
    sql`update sepa_mandate set state = 'revoked' where payer_person_id = ${id} and state = 'active'`,
    sql`update member set payer_person_id = null where payer_person_id = ${id} and person_id <> ${id}`,
    sql`delete from member where person_id = ${id}`,
  ];
  for (const statement of statements) await tx.execute(statement);
  // Whatever says of itself that it goes along with a person.
  for (const { table, column, goesAlong } of await referencesTo(tx, 'person')) {
    if (goesAlong) await tx.execute(sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`);
  }
}

/** Letters, shifts and files that name somebody without referring to him; what others share by his address stays. */
function emails(id: string): SQL[] {
  return [
    sql`delete from mail_recipient where person_ids = array[${id}]::uuid[]`,
    sql`update mail_recipient set person_ids = array_remove(person_ids, ${id}::uuid), name = email where ${id}::uuid = any(person_ids)`,
    sql`delete from assignment a using person p where p.id = ${id} and a.club = p.club and a.person_id is null
      and lower(a.guest_email) = lower(p.email) and lower(a.guest_name) = lower(p.firstname || ' ' || p.lastname)`,
    sql`delete from item_pledge a using person p where p.id = ${id} and a.club = p.club and a.person_id is null
      and lower(a.guest_email) = lower(p.email) and lower(a.guest_name) = lower(p.firstname || ' ' || p.lastname)`,
    sql`delete from outbox_mail m using person p where p.id = ${id} and m.club = p.club and m.state <> 'queued' and lower(m.recipient) = lower(p.email)
      and not ${isShared}`,
    sql`delete from feedback f using person p where p.id = ${id} and f.club = p.club and f.state in ('answered', 'closed', 'spam')
      and lower(f.email) = lower(p.email) and not ${isShared}`,
    // A file that was read in would bring him back, or names him among its faults.
    sql`update member_import i set content = null, faults = null from person p where p.id = ${id} and i.club = p.club and i.state <> 'running'
      and (i.content is not null or i.faults is not null)`,
  ];
}

/** The records that were found to be the same person and point to this one: they still hold what they held. */
export async function mergedInto(tx: Transaction, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive same (id) as (
      select id from person where merged_into = ${id}
      union select p.id from person p join same s on p.merged_into = s.id)
    select id from same`);
  return rows.map((row) => row.id);
}

/** The account that stands for this person alone and has no office in the club; others stay, and lose their link. */
export async function accountToErase(tx: Transaction, personId: string): Promise<{ id: string; club: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; club: string }>(sql`
    select u.id, u.club from app_user u join person_access a on a.user_id = u.id join person p on p.id = a.person_id
    where a.person_id = ${personId} and a.relation = 'self' and u.role = 'reader' and u.club = p.club
      and not exists (select 1 from person_access o where o.user_id = u.id and o.person_id <> a.person_id)`);
  return rows[0];
}
