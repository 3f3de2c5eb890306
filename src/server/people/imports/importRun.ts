import { and, eq, lt, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { runBesideTransaction, everyClub, type Write, type Transaction } from '#server/platform/database/database.ts';
import { readTable } from './importFile.ts';
import type { PlannedRow } from './importKnown.ts';
import { countRows, planImport, type ImportMoney, type ImportPlan } from './importPlan.ts';
import { makeDepartments } from '#server/club/departments/service.ts';
import { lockMember } from '../members/record.ts';
import { person } from '../persons/table.ts';
import { memberImport } from './table.ts';
import { moveDepartmentEnds, nextNumber, setDepartments } from '../members/write.ts';

const atOnce = 500;
const silentMs = 60_000;
const keptMs = 7 * 24 * 60 * 60 * 1000;

type Work = Pick<Services, 'database' | 'log'>;

/** Imports the valid rows of a file in one transaction. A failure is stored as the state of the import. */
export async function runImport({ database, log }: Work, money: ImportMoney, { id, club }: { id: string; club: ClubName }): Promise<void> {
  const mark = (values: Partial<typeof memberImport.$inferInsert>) =>
    database.write({ club }, ({ tx }) =>
      tx
        .update(memberImport)
        .set(values)
        .where(and(eq(memberImport.id, id), eq(memberImport.state, 'running'))),
    );
  let telling: Promise<unknown> = Promise.resolve();
  const tell = (processed: number) => {
    // Progress is reported outside of the transaction; failures to report are ignored.
    telling = telling.then(() => runBesideTransaction(() => mark({ processed, workedAt: now() }))).catch(() => undefined);
  };
  try {
    await database.write({ club }, (write) => work(write, { id, money }, tell));
  } catch (error) {
    log.error({ err: error, import: id }, 'an import failed; nothing of it was written');
    // If the database is unavailable, the job resumes the import later.
    await mark({ state: 'failed', processed: 0 }).catch(() => undefined);
  }
}

/** Resumes imports whose process has ended; called by a job. */
export async function resumeImports(services: Work, money: ImportMoney): Promise<void> {
  const silent = await services.database.read(everyClub, (tx) =>
    tx
      .select({ id: memberImport.id, club: memberImport.club })
      .from(memberImport)
      .where(and(eq(memberImport.state, 'running'), lt(memberImport.workedAt, new Date(now().getTime() - silentMs))))
      .limit(20),
  );
  for (const one of silent) await runImport(services, money, one);
}

/** Deletes the files of imports after a week; the column mappings are kept. */
export async function sweepImports({ database }: Work): Promise<void> {
  await database.write(everyClub, ({ tx }) =>
    tx
      .update(memberImport)
      .set({ content: null, faults: null })
      .where(lt(memberImport.createdAt, new Date(now().getTime() - keptMs))),
  );
}

async function work(write: Write, { id, money }: { id: string; money: ImportMoney }, tell: (processed: number) => void): Promise<void> {
  const { tx } = write;
  const { rows: locks } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as "isMine"`,
  );
  const [order] = await tx.select().from(memberImport).where(eq(memberImport.id, id));
  if (!locks[0]?.isMine || order?.state !== 'running' || !order.content) return;
  const { club, mapping } = order;
  const table = await readTable(Buffer.from(order.content, 'base64'));
  const {
    rows: plan,
    departmentsToMake,
    ...paying
  } = await planImport(tx, club, table.rows, mapping, {
    choices: order.departments,
    lastUsedOn: order.lastUsedOn,
    ...money,
  });
  await makeDepartments(write, club, departmentsToMake, { name: order.createdByName, userId: order.createdBy ?? undefined });
  const good = plan.filter(({ result }) => result === 'new' || result === 'changed');
  const number = await numbering(tx, club, plan);
  let done = plan.length - good.length;
  for (const chunk of blocksOf(good, atOnce)) {
    const taken = await insertPlanned(
      tx,
      club,
      chunk.filter(({ result }) => result === 'new'),
      number,
    );
    await change(
      tx,
      chunk.filter(({ result }) => result === 'changed'),
    );
    for (const row of chunk) {
      const entityId = taken.get(row.line) ?? row.known?.memberId ?? undefined;
      const content = `${row.result === 'new' ? 'Mitglied importiert' : 'Mitglied durch Import geändert'}: ${row.name}`;
      const after = row.result === 'new' ? { line: row.line } : { line: row.line, fields: row.message };
      write.audit(
        'members.import',
        { club, id: entityId, by: { name: order.createdByName, userId: order.createdBy ?? undefined } },
        content,
        { after },
      );
    }
    done += chunk.length;
    tell(done);
  }
  await settlePayments(write, order, paying, money);
  const counts = countRows(plan);
  const faults = plan.filter(({ result }) => result === 'faulty').map(({ line, message }) => ({ line, message }));
  await tx.update(memberImport).set({ state: 'done', processed: plan.length, counts, faults }).where(eq(memberImport.id, id));
  const content = `Mitglieder importiert aus ${order.fileName}: ${counts.new} neu, ${counts.changed} geändert, ${counts.faulty} fehlerhaft`;
  write.audit('members.import', { club, by: { name: order.createdByName, userId: order.createdBy ?? undefined } }, content, {
    after: counts,
  });
  write.changed({ collection: 'members', club });
}

type Paying = Pick<ImportPlan, 'payers' | 'newPayers' | 'mandates' | 'terms'>;

/** Creates payers and mandates; a payer who is not a member becomes a person of the club. */
async function settlePayments(
  write: Write,
  { club, createdBy, createdByName }: typeof memberImport.$inferSelect,
  { payers, newPayers, mandates, terms }: Paying,
  money: ImportMoney,
): Promise<void> {
  const { tx } = write;
  const by = { name: createdByName, userId: createdBy ?? undefined };
  if (newPayers.length > 0)
    await tx
      .insert(person)
      .values(newPayers.map(({ personId, ...names }) => ({ ...names, id: personId, club, createdAt: now(), updatedAt: now() })));
  const pairs = [...payers].map(([personId, payerId]) => ({ personId, payerId }));
  if (pairs.length > 0)
    await tx.execute(sql`
      update member m set payer_person_id = r."payerId", version = m.version + 1
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r("personId" uuid, "payerId" uuid)
      where m.person_id = r."personId" and m.club = ${club} and m.left_on is null and m.payer_person_id is distinct from r."payerId"`);
  await money.terms.bring(tx, club, terms);
  if (terms.length > 0) {
    write.audit('fees.manage', { club, by }, `Zahlweise importiert: ${terms.length}`, { after: { count: terms.length } });
    write.changed({ collection: 'fees', club });
  }
  const count = await money.mandates.bring(tx, club, mandates, createdBy ?? undefined);
  if (count === 0) return;
  write.audit('mandates.manage', { club, by }, `Mandate importiert: ${count}`, { after: { count } });
  write.changed({ collection: 'mandates', club });
}

/** Assigns member numbers to rows without one, above all numbers of the club and the file. */
async function numbering(tx: Transaction, club: ClubName, plan: readonly PlannedRow[]): Promise<() => string> {
  const ofFile = plan.flatMap(({ values }) => (/^\d{1,18}$/.test(values.memberNo ?? '') ? [BigInt(values.memberNo ?? '0')] : []));
  let next = BigInt(await nextNumber(tx, club));
  for (const one of ofFile) if (one >= next) next = one + 1n;
  return () => String(next++);
}

async function insertPlanned(
  tx: Transaction,
  club: ClubName,
  rows: readonly PlannedRow[],
  number: () => string,
): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map();
  const made = rows.map(({ line, personId, values, known, memberOf }) => ({
    ...values,
    line,
    gender: values.gender ?? 'x',
    kind: values.kind ?? 'active',
    memberNo: values.memberNo ?? number(),
    personId,
    isKnown: known !== undefined,
    memberId: randomUUID(),
    memberOf: memberOf ?? [],
  }));
  const json = JSON.stringify(made);
  await tx.execute(sql`
    insert into person (id, club, firstname, lastname, birth_date, gender, email, phone, mobile, street, house_no, postcode, city,
      emergency_contact_name, emergency_contact_phone, created_at, updated_at)
    select "personId", ${club}, firstname, lastname, "birthDate", gender, email, phone, mobile, street, "houseNo", postcode, city,
      "emergencyContactName", "emergencyContactPhone", ${now()}, ${now()}
    from jsonb_to_recordset(${json}::jsonb) as r("personId" uuid, "isKnown" boolean, firstname text, lastname text, "birthDate" date, gender text,
      email text, phone text, mobile text, street text, "houseNo" text, postcode text, city text, "emergencyContactName" text, "emergencyContactPhone" text)
    where not "isKnown"`);
  await tx.execute(sql`
    insert into member (id, club, person_id, member_no, joined_on, left_on, kind, fee_group, status)
    select "memberId", ${club}, "personId", "memberNo", "joinedOn", "leftOn", kind, "feeGroup", case when "leftOn" is null then 'active' else 'terminated' end
    from jsonb_to_recordset(${json}::jsonb) as r("memberId" uuid, "personId" uuid, "memberNo" text, "joinedOn" date, "leftOn" date, kind text, "feeGroup" text)`);
  await tx.execute(sql`
    insert into member_department (id, club, member_id, department_id, valid_from, valid_to)
    select gen_random_uuid(), ${club}, "memberId", d.id, coalesce(d."from", "joinedOn"), least(d."to", "leftOn")
    from jsonb_to_recordset(${json}::jsonb) as r("memberId" uuid, "joinedOn" date, "leftOn" date, "memberOf" jsonb),
      jsonb_to_recordset("memberOf") as d(id uuid, "from" date, "to" date)
    where coalesce(d."from", "joinedOn") <= coalesce("leftOn", 'infinity')`);
  return new Map(made.map(({ line, memberId }) => [line, memberId]));
}

/** Updates given values only; an empty cell leaves the existing value unchanged. */
async function change(tx: Transaction, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ values, known }) => ({ ...values, personId: known?.personId, memberId: known?.memberId })));
  await tx.execute(sql`
    update person p set firstname = coalesce(r.firstname, p.firstname), lastname = coalesce(r.lastname, p.lastname),
      birth_date = coalesce(r."birthDate", p.birth_date), gender = coalesce(r.gender, p.gender), email = coalesce(r.email, p.email),
      phone = coalesce(r.phone, p.phone), mobile = coalesce(r.mobile, p.mobile), street = coalesce(r.street, p.street),
      house_no = coalesce(r."houseNo", p.house_no), postcode = coalesce(r.postcode, p.postcode), city = coalesce(r.city, p.city),
      emergency_contact_name = coalesce(r."emergencyContactName", p.emergency_contact_name),
      emergency_contact_phone = coalesce(r."emergencyContactPhone", p.emergency_contact_phone), updated_at = ${now()}, version = p.version + 1
    from jsonb_to_recordset(${json}::jsonb) as r("personId" uuid, firstname text, lastname text, "birthDate" date, gender text,
      email text, phone text, mobile text, street text, "houseNo" text, postcode text, city text, "emergencyContactName" text, "emergencyContactPhone" text)
    where p.id = r."personId"`);
  await tx.execute(sql`
    update member m set member_no = coalesce(r."memberNo", m.member_no), kind = coalesce(r.kind, m.kind), fee_group = coalesce(r."feeGroup", m.fee_group),
      joined_on = coalesce(r."joinedOn", m.joined_on), version = m.version + 1
    from jsonb_to_recordset(${json}::jsonb) as r("memberId" uuid, "memberNo" text, kind text, "feeGroup" text, "joinedOn" date)
    where m.id = r."memberId"`);
  // Changes of departments and terminations are rare, so these rows use the same functions as the form.
  for (const { values, known, memberOf } of rows) {
    if (!known?.memberId) continue;
    if (values.leftOn && values.leftOn !== known.leftOn) await leave(tx, known.memberId, values.leftOn);
    if (memberOf && values.departments && isOther(values.departments, known.departments))
      await move(
        tx,
        known.memberId,
        memberOf.map(({ id }) => id),
      );
  }
}

async function leave(tx: Transaction, memberId: string, leftOn: string): Promise<void> {
  const { member } = await lockMember(tx, memberId);
  await moveDepartmentEnds(tx, member, leftOn);
  await tx.execute(
    sql`update member set left_on = ${leftOn}, notice_on = coalesce(notice_on, ${today()}), status = 'terminated' where id = ${memberId}`,
  );
}

async function move(tx: Transaction, memberId: string, departmentIds: readonly string[]): Promise<void> {
  const { member } = await lockMember(tx, memberId);
  const day = today();
  const from = day < member.joinedOn ? member.joinedOn : member.leftOn && day > member.leftOn ? member.leftOn : day;
  await setDepartments(tx, member, departmentIds, from);
}

function isOther(wanted: readonly string[], present: readonly string[]): boolean {
  const key = (names: readonly string[]) => [...new Set(names.map((name) => name.toLowerCase()))].sort().join('\n');
  return key(wanted) !== key(present);
}
