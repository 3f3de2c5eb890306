import { eq } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { OwnMandate } from '#shared/money/mandates.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { confirmedPeople, livingPerson } from '#server/people/persons/service.ts';
import { enterScope, inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { notifyOfEnd, tellBoardOfEnd } from './mails.ts';
import { mandatesOf } from './rows.ts';
import { sepaMandate } from './table.ts';
import { endMandate } from './write.ts';

/** The standing mandates of everybody for whom a user acts with a confirmed access. */
export async function ownMandates(tx: Transaction, userId: string): Promise<OwnMandate[]> {
  const people = await confirmedPeople(tx, userId);
  return inAllClubs(tx, async () => {
    const all: OwnMandate[] = [];
    for (const { id } of people) all.push(...(await mandatesOf(tx, id)).filter(({ state }) => mandateSets.present.includes(state)));
    return all;
  });
}

/** Ends a mandate at the wish of its payer, today. Open charges are paid by transfer from now on; the payer and the board are told. */
export function endOwnMandate(context: Context, { id, version }: { id: string; version: number }) {
  return context.write(async (write) => {
    const { tx } = write;
    const people = await confirmedPeople(tx, signedIn(context).userId);
    const row = await inAllClubs(tx, async () => (await tx.select().from(sepaMandate).where(eq(sepaMandate.id, id)).for('update'))[0]);
    if (!row || !people.some((one) => one.id === row.payerPersonId)) throw new Problem('not-found');
    if (row.version !== version) throw new Problem('conflict');
    await enterScope(tx, row.club);
    const payer = await livingPerson(tx, row.payerPersonId);
    const moved = await endMandate(tx, row, 'revoked_by_payer', today());
    await notifyOfEnd(tx, payer, row, today());
    await tellBoardOfEnd(tx, context.settings, payer, row, moved);
    const words = `Mandat vom Zahler beendet: ${fullName(payer)}, ${row.reference ?? 'ohne Referenz'} (${maskedIban(row.iban)})`;
    write.audit('mandates.end', row, words, {
      before: { state: row.state },
      after: { state: 'revoked', endedOn: today(), toTransfer: moved },
    });
    write.changed({ collection: 'mandates', club: row.club, entityId: id });
    for (const collection of ['members', 'charges'] as const) write.changed({ collection, club: row.club });
    return { ok: true } as const;
  });
}
