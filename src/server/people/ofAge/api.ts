import { and, eq, inArray } from 'drizzle-orm';
import { maskedIban } from '#shared/kernel/iban.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { ofAgeContract, type OfAge } from '#shared/people/ofAge/contract.ts';
import { enterScope, everyClub, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Mandates } from '../members/mandates.ts';
import { membersOn, payerOf } from '../members/service.ts';
import { ownPeople, type OwnPersonRow } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import { cameOfAge, keepAnswer } from './service.ts';
import { ofAgeAnswer } from './table.ts';

const os = implementing(ofAgeContract);

/** Decisions of parents that a person renews at 18: contact data and payment method. */
export const ofAgeApi = (mandates: Mandates) =>
  os.router({
    mine: os.mine.handler(({ context }) => context.read((tx) => openQuestions(tx, context, mandates))),

    setContact: os.setContact.handler(({ context, input: { id, version, ...said } }) =>
      context.write(async (write) => {
        const of = await ownOf(write.tx, context, id);
        await enterScope(write.tx, of.club);
        const [row] = await write.tx
          .update(person)
          .set({
            email: said.email || null,
            mobile: said.mobile || null,
            emergencyContactName: (said.emergencyPhone && said.emergencyName) || null,
            emergencyContactPhone: said.emergencyPhone || null,
            updatedAt: now(),
            version: version + 1,
          })
          .where(and(eq(person.id, id), eq(person.version, version)))
          .returning({ id: person.id });
        if (!row) throw new Problem('conflict');
        if (!(await keepAnswer(write.tx, of, 'contact'))) throw new Problem('wrong-state');
        write.changed({ collection: 'participants', club: of.club, entityId: id });
        // The values are stored with the person only; the log has no personal data.
        write.audit('profile.update', { club: of.club, id, entity: 'participants' }, `Mit 18: Kontakt bestätigt (${fullName(of)})`);
        return { ok: true } as const;
      }),
    ),

    keepPayment: os.keepPayment.handler(({ context, input: { id } }) =>
      context.write(async (write) => {
        const of = await ownOf(write.tx, context, id);
        await enterScope(write.tx, of.club);
        if (!(await keepAnswer(write.tx, of, 'payment'))) throw new Problem('wrong-state');
        write.changed({ collection: 'participants', club: of.club, entityId: id });
        write.audit('profile.update', { club: of.club, id, entity: 'participants' }, `Mit 18: Zahlungsweg bestätigt (${fullName(of)})`);
        return { ok: true } as const;
      }),
    ),
  });

async function ownOf(tx: Transaction, context: Context, id: string): Promise<OwnPersonRow> {
  const of = (await ownPeople(tx, signedIn(context).userId)).find((one) => one.id === id && one.relation === 'self');
  if (!of || !cameOfAge(of)) throw new Problem('not-found');
  return of;
}

/** The open questions for each of the user's own records that was created before they were 18. */
async function openQuestions(tx: Transaction, { viewer }: Context, mandates: Mandates): Promise<OfAge[]> {
  if (!viewer) return [];
  const people = (await ownPeople(tx, viewer.userId)).filter((one) => one.relation === 'self' && cameOfAge(one));
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  await enterScope(tx, everyClub.club);
  const answers = await tx.select().from(ofAgeAnswer).where(inArray(ofAgeAnswer.personId, ids));
  const members = await membersOn(tx, ids, today());
  const isOpen = (id: string, subject: (typeof answers)[number]['subject']) =>
    !answers.some((one) => one.personId === id && one.subject === subject);
  const asked = await oneByOne(people, async (of): Promise<OfAge> => {
    await enterScope(tx, of.club);
    return {
      personId: of.id,
      club: of.club,
      name: fullName(of),
      contact: isOpen(of.id, 'contact') ? contactOf(of, viewer.email) : null,
      payment: members.has(of.id) && isOpen(of.id, 'payment') ? await paymentOf(tx, of, mandates) : null,
    };
  });
  return asked.filter(({ contact, payment }) => contact !== null || payment !== null);
}

/** Suggests the account's address, since the stored one may still be the parents'. */
function contactOf(of: OwnPersonRow, email: string): OfAge['contact'] {
  return {
    email,
    mobile: of.mobile ?? '',
    emergencyName: of.emergencyContactName ?? '',
    emergencyPhone: of.emergencyContactPhone ?? '',
    version: of.version,
  };
}

/** If another person pays, only their name is shown. */
async function paymentOf(tx: Transaction, of: OwnPersonRow, mandates: Mandates): Promise<OfAge['payment']> {
  const payer = await payerOf(tx, of.id, today());
  if (payer.personId !== of.id) return { payer: payer.name, account: '', accountHolder: '' };
  const mandate = await mandates.read(tx, of.id);
  return { payer: '', account: mandate ? maskedIban(mandate.iban) : '', accountHolder: mandate?.accountHolder ?? '' };
}
