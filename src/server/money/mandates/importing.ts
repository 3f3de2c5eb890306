import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { isIban } from '#shared/kernel/iban.ts';
import { mandateHolder, mandateReference } from '#shared/money/mandates.ts';
import { isDebitable } from '#shared/money/sepaRules.ts';
import { mandateSets } from '#shared/money/mandateWords.ts';
import { isMandateLapsed } from '#shared/money/sepaRules.ts';
import type { Mandates, NamedAccount } from '#server/people/members/service.ts';
import { bankAccountsOf } from '#server/club/bankAccounts/service.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { today } from '#server/platform/process/clock.ts';
import { sepaMandate } from './table.ts';

const atOnce = 1000;

/** Why the data of an account cannot be a mandate, as a German sentence. */
export function faultOfAccount({ iban, reference, holder }: NamedAccount): string | undefined {
  if (iban !== undefined && !isIban(iban)) return 'IBAN: Die Prüfziffer stimmt nicht.';
  if (iban !== undefined && !isDebitable(iban)) return 'IBAN: Von diesem Land lässt sich nicht einziehen.';
  if (reference !== undefined && !mandateReference.safeParse(reference).success)
    return 'Mandatsreferenz: Höchstens 35 Zeichen, ohne Umlaute und Sonderzeichen.';
  if (holder !== undefined && !mandateHolder.safeParse(holder).success) return 'Kontoinhaber: Bitte ein Name mit höchstens 70 Zeichen.';
  return undefined;
}

/** Mandates imported with a list of members. */
export const importing: Pick<Mandates, 'checkOf' | 'standing' | 'bring'> = {
  checkOf: async (tx, club) => {
    const own = new Set((await bankAccountsOf(tx, club)).map(({ iban }) => iban));
    return (account) => (account.iban && own.has(account.iban) ? 'IBAN: Das ist das Konto des Vereins.' : faultOfAccount(account));
  },

  standing: (tx, club) =>
    tx
      .select({
        payerPersonId: sepaMandate.payerPersonId,
        forPersonId: sepaMandate.forPersonId,
        iban: sepaMandate.iban,
        reference: sepaMandate.reference,
        isActive: sql<boolean>`${sepaMandate.state} = 'active' and ${sepaMandate.kind} = 'recurrent' and not ${sepaMandate.isPaused}`,
        isPresent: sql<boolean>`${sepaMandate.state} in ${oneOf(mandateSets.present)}`,
      })
      .from(sepaMandate)
      .where(eq(sepaMandate.club, club)),

  bring: async (tx, club, mandates, by) => {
    const day = today();
    const rows = mandates.map((one) => {
      // Whether an old paper mandate is still valid depends on its last debit: without that day the board has to check it.
      const isHolding = one.signedOn !== null && one.reference !== null && !isMandateLapsed(one.signedOn, one.lastUsedOn, day);
      return {
        ...one,
        id: randomUUID(),
        club,
        origin: 'import' as const,
        state: isHolding ? ('active' as const) : ('incomplete' as const),
        createdBy: by ?? null,
      };
    });
    for (const block of blocksOf(rows, atOnce)) await tx.insert(sepaMandate).values(block);
    return rows.length;
  },
};
