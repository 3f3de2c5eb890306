import { eq } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { contactsContract, type Contact } from '#shared/people/contacts.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { membersOf } from '../members/service.ts';
import { person } from './table.ts';

const os = implementing(contactsContract);
type PersonRow = typeof person.$inferSelect;

/** Contact data of persons who are not members, maintained by the board. */
export const contactsApi = os.router({
  read: os.read.handler(({ context, input: { id } }) => context.read(async (tx) => toContact(tx, await readPerson(context, tx, id)))),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await readPerson(context, write.tx, id, true);
      if (before.version !== version) throw new Problem('conflict');
      const was = await toContact(write.tx, before);
      if (was.memberId || before.anonymisedAt || before.mergedInto) throw new Problem('wrong-state');
      if (before.diedOn && (input.email || input.phone))
        throw fieldProblem(
          input.email ? 'email' : 'phone',
          'Für diese Person ist ein Todesfall eingetragen: Ihr wird nicht mehr geschrieben.',
        );
      const { firstname, lastname, ...ways } = input;
      const known = Object.fromEntries(Object.entries(ways).map(([field, value]) => [field, value || null]));
      const [row] = await write.tx
        .update(person)
        .set({ ...known, firstname, lastname, updatedAt: now(), version: version + 1 })
        .where(eq(person.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      const after = await toContact(write.tx, row);
      const of = { club: row.club, id, entity: 'participants' } as const;
      write.audit('members.update', of, `Name und Anschrift geändert: ${fullName(row)}`, { before: was, after });
      // The account page of a payer shows the postal address.
      for (const collection of ['participants', 'charges'] as const) write.changed({ collection, club: row.club, entityId: id });
      return after;
    }),
  ),
});

async function readPerson(context: Context, tx: Transaction, id: string, isLocked = false): Promise<PersonRow> {
  const asked = tx.select().from(person).where(eq(person.id, id));
  const [row] = await (isLocked ? asked.for('update') : asked);
  if (!row) throw new Problem('not-found');
  allow(context, 'members.update', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

async function toContact(tx: Transaction, { id, firstname, lastname, version, ...row }: PersonRow): Promise<Contact> {
  const memberId = (await membersOf(tx, [id])).get(id)?.id ?? null;
  const { email, phone, street, houseNo, postcode, city } = row;
  const ways = {
    email: email ?? '',
    phone: phone ?? '',
    street: street ?? '',
    houseNo: houseNo ?? '',
    postcode: postcode ?? '',
    city: city ?? '',
  };
  return { id, memberId, firstname, lastname, ...ways, version };
}
