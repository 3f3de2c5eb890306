import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import {
  changeRequestsContract,
  requestedFieldNames,
  type ChangeRequestView,
  type RequestedChanges,
} from '#shared/people/changeRequests.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { greeting } from '#shared/kernel/user.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, askFresh, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { brokenConstraint, enterScope, oneByOne, type Write, type Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { ownPeople } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import type { Mandates } from '../members/mandates.ts';
import { payerOf } from '../members/payers.ts';
import { keepAnswer } from '../ofAge/service.ts';
import { changeRequest } from './table.ts';

const os = implementing(changeRequestsContract);
const listAtMost = 200;
const ownAtMost = 20;

type Row = typeof changeRequest.$inferSelect;
type PersonRow = typeof person.$inferSelect;

/** Change requests of members: name, birth date, address, bank account. */
export const changeRequestsApi = (mandates: Mandates) => os.router({ ...asking(mandates), ...reading(mandates), ...deciding(mandates) });

const asking = (mandates: Mandates) => ({
  create: os.create.handler(({ context, input: { personId, changes, note } }) =>
    context.write(async (write) => {
      const viewer = signedIn(context);
      const of = (await ownPeople(write.tx, viewer.userId)).find(({ id }) => id === personId);
      if (!of) throw new Problem('not-found');
      await enterScope(write.tx, of.club);
      if (Boolean(changes.iban) !== Boolean(changes.accountHolder))
        throw fieldProblem(changes.iban ? 'changes.accountHolder' : 'changes.iban', 'Zum Konto gehören IBAN und Kontoinhaber.');
      const stands = await present(write.tx, mandates, of);
      const wished = Object.fromEntries(
        fieldsOf(changes)
          .filter((field) => changes[field] !== stands[field])
          .map((field) => [field, changes[field]]),
      );
      if (Object.keys(wished).length === 0) throw fieldProblem('changes', 'Das steht schon so da.');
      const [row] = await write.tx
        .insert(changeRequest)
        .values({
          id: randomUUID(),
          club: of.club,
          personId,
          createdAt: now(),
          createdBy: viewer.userId,
          createdByName: viewer.name,
          createdByEmail: viewer.email,
          changes: wished,
          note,
        })
        .returning()
        .catch((error: unknown) => {
          throw brokenConstraint(error) === 'change_request_one_open' ? new Problem('wrong-state', { cause: error }) : error;
        });
      if (!row) throw new Problem('conflict');
      if (changes.iban) await keepAnswer(write.tx, of, 'payment');
      const content = `Änderung beantragt: ${fullName(of)}`;
      const after = { fields: Object.keys(wished) };
      write.audit('members.requestChange', { club: of.club, id: personId }, content, { after });
      write.changed({ collection: 'members', club: of.club });
      return toView(write.tx, mandates, row);
    }),
  ),
});

const reading = (mandates: Mandates) => ({
  mine: os.mine.handler(({ context }) =>
    context.read(async (tx) => {
      const viewer = signedIn(context);
      const own = (await ownPeople(tx, viewer.userId)).map(({ id }) => id);
      const rows = await tx
        .select()
        .from(changeRequest)
        .where(or(eq(changeRequest.createdBy, viewer.userId), own.length > 0 ? inArray(changeRequest.personId, own) : undefined))
        .orderBy(desc(changeRequest.createdAt))
        .limit(ownAtMost);
      return oneByOne(rows, (row) => toView(tx, mandates, row));
    }),
  ),
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.update', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(changeRequest)
        .where(and(eq(changeRequest.club, club), input.isOpen ? eq(changeRequest.state, 'open') : ne(changeRequest.state, 'open')))
        .orderBy(input.isOpen ? asc(changeRequest.createdAt) : desc(changeRequest.createdAt))
        .limit(listAtMost);
      return oneByOne(rows, (row) => toView(tx, mandates, row));
    });
  }),
});

const deciding = (mandates: Mandates) => ({
  accept: os.accept.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const row = await decidable(context, write.tx, id, version);
      await enterScope(write.tx, row.club);
      const view = await toView(write.tx, mandates, row);
      const { iban, accountHolder, ...ofPerson } = row.changes;
      if (iban) askFresh(signedIn(context));
      const before = await readPerson(write.tx, row.personId);
      if (Object.keys(ofPerson).length > 0) {
        const values = Object.fromEntries(Object.entries(ofPerson).map(([field, value]) => [field, value || null]));
        await write.tx
          .update(person)
          .set({ ...values, updatedAt: now(), version: before.version + 1 })
          .where(eq(person.id, before.id));
      }
      // Fees are collected from the person's payer, so the mandate is the payer's.
      if (iban && accountHolder) {
        const payer = await payerOf(write.tx, row.personId, today());
        await mandates.sign(write.tx, { club: row.club, payerPersonId: payer.personId, iban, accountHolder });
      }
      return decide(write, mandates, row, view, { state: 'accepted' }, 'Änderung übernommen', 'Ihr Änderungswunsch ist übernommen.');
    }),
  ),
  decline: os.decline.handler(({ context, input: { id, version, reason } }) =>
    context.write(async (write) => {
      const row = await decidable(context, write.tx, id, version);
      await enterScope(write.tx, row.club);
      const view = await toView(write.tx, mandates, row);
      const text = `wir können Ihren Änderungswunsch leider nicht übernehmen. Grund: ${reason}`;
      return decide(write, mandates, row, view, { state: 'declined', reason }, 'Änderung abgelehnt', text);
    }),
  ),
});

async function decidable(context: Context, tx: Transaction, id: string, version: number): Promise<Row> {
  const [row] = await tx.select().from(changeRequest).where(eq(changeRequest.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'members.update', targetOf(context, row.club));
  if (row.state !== 'open') throw new Problem('wrong-state');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

async function decide(
  write: Write,
  mandates: Mandates,
  row: Row,
  { changes, name: of }: ChangeRequestView,
  values: Pick<Row, 'state'> & Partial<Row>,
  what: string,
  text: string,
): Promise<ChangeRequestView> {
  const { id, club } = row;
  // The account number is no longer needed: it is stored in the mandate, if accepted.
  const kept = { ...row.changes, ...(row.changes.iban && { iban: maskedIban(row.changes.iban) }) };
  const [decided] = await write.tx
    .update(changeRequest)
    .set({ ...values, changes: kept, decidedAt: now(), version: row.version + 1 })
    .where(eq(changeRequest.id, id))
    .returning();
  if (!decided) throw new Problem('not-found');
  const shown = (field: keyof RequestedChanges, wished: string) => (field === 'birthDate' && wished ? germanDate(wished) : wished || '–');
  const list = changes.map(({ field, wished }) => `${requestedFieldNames[field]}: ${shown(field, wished)}`).join('\n');
  await postMail(write.tx, {
    kind: 'notice',
    club,
    recipient: row.createdByEmail,
    subject: what,
    body: `${greeting(row.createdByName)},\n\n${text}\n\n${of}\n${list}\n`,
    onceKey: `change-request:${id}:${decided.state}`,
  });
  const [before, after] = (['now', 'wished'] as const).map((side) => Object.fromEntries(changes.map((one) => [one.field, one[side]])));
  write.audit('members.update', { club, id: row.personId }, `${what}: ${of}`, { ...(decided.state === 'accepted' && { before }), after });
  write.changed({ collection: 'members', club });
  return toView(write.tx, mandates, decided);
}

async function toView(tx: Transaction, mandates: Mandates, row: Row): Promise<ChangeRequestView> {
  const { id, personId, club, createdByName, note, state, reason, version } = row;
  const of = await readPerson(tx, personId);
  const stands = await present(tx, mandates, of);
  const shown = (field: keyof RequestedChanges, value: string) => (field === 'iban' && !value.includes('•') ? maskedIban(value) : value);
  const changes = fieldsOf(row.changes).map((field) => ({
    field,
    now: shown(field, stands[field]),
    wished: shown(field, row.changes[field] ?? ''),
  }));
  const name = fullName(of);
  const payer = await payerOf(tx, personId, today());
  return {
    id,
    personId,
    club,
    name,
    payer: payer.personId === personId ? '' : payer.name,
    createdAt: row.createdAt.toISOString(),
    createdByName,
    changes,
    note,
    state,
    reason,
    version,
  };
}

async function readPerson(tx: Transaction, id: string): Promise<PersonRow> {
  const [row] = await tx.select().from(person).where(eq(person.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The current values of the fields that can be requested. */
async function present(
  tx: Transaction,
  mandates: Mandates,
  of: PersonRow,
): Promise<Required<{ [field in keyof RequestedChanges]: string }>> {
  const mandate = await mandates.read(tx, (await payerOf(tx, of.id, today())).personId);
  const { firstname, lastname, birthDate, street, houseNo, postcode, city } = of;
  return {
    firstname,
    lastname,
    birthDate: birthDate ?? '',
    street: street ?? '',
    houseNo: houseNo ?? '',
    postcode: postcode ?? '',
    city: city ?? '',
    iban: mandate?.iban ?? '',
    accountHolder: mandate?.accountHolder ?? '',
  };
}

function fieldsOf(changes: RequestedChanges): (keyof RequestedChanges)[] {
  return keysOf(requestedFieldNames).filter((field) => changes[field] !== undefined);
}
