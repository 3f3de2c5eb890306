import { and, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { bankRulesAtMost, bankRulesContract, type BankRule, type BankRuleInput } from '#shared/money/bankRules/contract.ts';
import { fits } from '#shared/money/bankRules/fit.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { record } from '../../charges/record.ts';
import { lockBank } from '../keep.ts';
import { bankLine } from '../table.ts';
import { payerColumnsOf, payerOf } from '../../payers/read.ts';
import { rulesOf, type RuleRow } from './read.ts';
import { bankRule } from './table.ts';

const os = implementing(bankRulesContract);

/** The club's rules for recurring lines. */
export const bankRulesApi = os.router({
  list: os.list.handler(({ context }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => (await rulesOf(tx, club)).map(shown));
  }),

  trial: os.trial.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      const kept = await tx
        .select({
          id: bankLine.id,
          day: bankLine.bookedOn,
          name: bankLine.name,
          purpose: bankLine.purpose,
          accountKey: bankLine.ibanHash,
          cents: bankLine.cents,
        })
        .from(bankLine)
        .where(and(eq(bankLine.club, club), sql`${bankLine.bookedOn} > ${addDays(today(), -365)}`))
        .orderBy(desc(bankLine.bookedOn), desc(bankLine.id));
      const found = kept.filter((line) => fits(input, line));
      return { count: found.length, cents: sumOfCents(found), lines: found.slice(0, 10) };
    });
  }),

  create: os.create.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      await lockBank(write.tx, club);
      const rows = await rulesOf(write.tx, club);
      if (rows.length >= bankRulesAtMost) throw fieldProblem('name', `Mehr als ${bankRulesAtMost} Regeln gehen nicht.`);
      const [row] = await write.tx
        .insert(bankRule)
        .values({
          ...(await valuesOf(write.tx, club, input)),
          id: randomUUID(),
          club,
          position: (rows.at(-1)?.position ?? 0) + 1,
          createdBy: signedIn(context).name,
          createdAt: now(),
        })
        .returning({ id: bankRule.id });
      if (!row) throw new Error('The rule was not written.');
      record(write, club, `Regel für Bankzeilen angelegt: ${input.name}`, { entityId: row.id, after: input });
      return shown(await oneRule(write.tx, club, row.id));
    });
  }),

  update: os.update.handler(({ context, input: { id, version, ...input } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const before = await oneRule(write.tx, club, id);
      if (before.version !== version) throw new Problem('conflict');
      await write.tx
        .update(bankRule)
        .set({ ...(await valuesOf(write.tx, club, input, before)), version: version + 1 })
        .where(eq(bankRule.id, id));
      record(write, club, `Regel für Bankzeilen geändert: ${input.name}`, { entityId: id, before: shown(before), after: input });
      return shown(await oneRule(write.tx, club, id));
    });
  }),

  order: os.order.handler(({ context, input: { ids } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      await lockBank(write.tx, club);
      const rows = await rulesOf(write.tx, club);
      const known = new Set(ids);
      if (known.size !== ids.length || rows.length !== ids.length || !rows.every(({ id }) => known.has(id))) throw new Problem('conflict');
      await write.tx
        .update(bankRule)
        .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${bankRule.id})` })
        .where(eq(bankRule.club, club));
      record(write, club, 'Reihenfolge der Regeln für Bankzeilen geändert', {});
      return { ok: true } as const;
    });
  }),

  delete: os.delete.handler(({ context, input: { id } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const row = await oneRule(write.tx, club, id);
      await write.tx.delete(bankRule).where(eq(bankRule.id, id));
      record(write, club, `Regel für Bankzeilen gelöscht: ${row.name}`, { entityId: id, before: shown(row) });
      return { ok: true } as const;
    });
  }),
});

async function oneRule(tx: Transaction, club: ClubName, id: string): Promise<RuleRow> {
  await lockBank(tx, club);
  const row = (await rulesOf(tx, club)).find((one) => one.id === id);
  if (!row) throw new Problem('not-found');
  return row;
}

const nothing = { category: null, sphere: null, reason: '', payerPersonId: null, organisationId: null };

/** A rule has what its action needs, and nothing else. */
async function valuesOf(
  tx: Transaction,
  club: ClubName,
  { category, sphere, reason, payerId, ...conditions }: BankRuleInput,
  before?: RuleRow,
) {
  if (payerId) await payerOf(tx, club, payerId);
  const { accountKey } = conditions;
  const input = { ...conditions, account: accountKey === before?.accountKey ? before.account : await endsOf(tx, club, accountKey) };
  if (input.way === 'entry') return { ...input, ...nothing, category, sphere };
  if (input.way === 'ignore' || !payerId) return { ...input, ...nothing, reason };
  return { ...input, ...nothing, ...(await payerColumnsOf(tx, [payerId]))(payerId) };
}

/** The ends of an account known from a bank line of the club. */
async function endsOf(tx: Transaction, club: ClubName, accountKey: string): Promise<string> {
  if (accountKey === '') return '';
  const [line] = await tx
    .select({ account: bankLine.account })
    .from(bankLine)
    .where(and(eq(bankLine.club, club), eq(bankLine.ibanHash, accountKey)))
    .limit(1);
  if (!line) throw fieldProblem('accountKey', 'Dieses Konto steht in keiner Bankzeile mehr.');
  return line.account;
}

function shown({
  payerPersonId: _person,
  organisationId,
  club: _club,
  position: _position,
  createdBy: _by,
  createdAt: _at,
  ...rule
}: RuleRow): BankRule {
  return { ...rule, isOrganisation: organisationId !== null };
}
