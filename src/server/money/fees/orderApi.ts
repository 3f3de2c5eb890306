import { inArray } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeOrderContract, pricedRule, quoteFees, type MembershipWish, type PublicFeeRule } from '#shared/money/fees/feeOrder.ts';
import { readParameter } from '#server/club/config/service.ts';
import { department } from '#server/club/departments/table.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { rulesOf } from './facts.ts';

const os = implementing(feeOrderContract);

/** The public schedule of fees. */
export const feeOrderApi = os.router({
  read: os.read.handler(({ context, input: { club = context.hostClub } }) =>
    context.read(async (tx) => {
      await enterScope(tx, club);
      return { yearStart: await readParameter(tx, `fees.${club}.yearStart`), rules: await publicRules(tx, club) };
    }),
  ),
});

/** The price of a membership, one sentence per part: "Erwachsene: 120,00 € jährlich". The transaction must be in the scope of the club. */
export async function feesInWords(tx: Transaction, club: ClubName, wish: MembershipWish): Promise<string[]> {
  const rules = await rulesOf(tx, club);
  const yearStart = await readParameter(tx, `fees.${club}.yearStart`);
  return quoteFees(rules.map(pricedRule), wish, yearStart).map(({ label, price, first }) => `${label}: ${price}${first && ` (${first})`}`);
}

async function publicRules(tx: Transaction, club: ClubName): Promise<PublicFeeRule[]> {
  const day = today();
  const rows = (await rulesOf(tx, club)).filter(({ validTo }) => validTo === null || validTo >= day);
  const departmentIds = rows.flatMap((row) => row.departmentId ?? []);
  const departments = departmentIds.length > 0 ? await tx.select().from(department).where(inArray(department.id, departmentIds)) : [];
  const names = new Map(departments.map(({ id, name }) => [id, name]));
  return rows.map(({ club: _club, version: _version, ledgerAccountId: _account, ...row }) => ({
    ...row,
    departmentName: names.get(row.departmentId ?? '') ?? '',
  }));
}
