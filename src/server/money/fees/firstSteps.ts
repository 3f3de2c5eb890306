import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeSteps, type FeeStep } from '#shared/money/fees/fees.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { department } from '#server/club/departments/table.ts';
import { member } from '#server/people/members/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { charge, sepaRun } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payment } from '../payments/table.ts';
import { feeRule, feeRun } from './table.ts';

/** The condition for each step to be done; the database evaluates all of them in one statement. */
const stepDone: { readonly [step in FeeStep]: (club: ClubName) => SQL } = {
  account: (club) => sql`exists (select 1 from ${clubAccount} where ${clubAccount.club} = ${club} and ${clubAccount.isCollect}
    and ${clubAccount.iban} <> '' and ${clubAccount.creditorId} <> '' and ${clubAccount.holder} <> '')`,
  departments: (club) => sql`exists (select 1 from ${department} where ${department.club} = ${club})`,
  rules: (club) => sql`exists (select 1 from ${feeRule} where ${feeRule.club} = ${club})`,
  members: (club) => sql`exists (select 1 from ${member} where ${member.club} = ${club})`,
  mandates: (
    club,
  ) => sql`(select coalesce(bool_or(${sepaMandate.state} = 'active'), false) and not coalesce(bool_or(${sepaMandate.state} = 'incomplete'), false)
    from ${sepaMandate} where ${sepaMandate.club} = ${club})`,
  openings: (club) => sql`(exists (select 1 from ${payment} where ${payment.club} = ${club} and ${payment.kind} = 'opening')
    or exists (select 1 from ${charge} where ${charge.club} = ${club} and ${charge.source} = 'other' and ${charge.sourceId} is not null))`,
  run: (club) => sql`exists (select 1 from ${feeRun} where ${feeRun.club} = ${club})`,
};

/** The completed first steps of a club with fees; they are no longer shown after the first run of fees or debits. */
export async function firstSteps(tx: Transaction, club: ClubName): Promise<{ isShown: boolean; done: FeeStep[] }> {
  const { rows } = await tx.execute<{ [step in FeeStep]: boolean } & { collects: boolean }>(
    sql`select ${sql.join(
      feeSteps.map((step) => sql`${stepDone[step](club)} as ${sql.identifier(step)}`),
      sql`, `,
    )}, exists (select 1 from ${sepaRun} where ${sepaRun.club} = ${club}) as collects`,
  );
  const [row] = rows;
  if (!row) throw new Error('The query of the steps returned no row.');
  const done = feeSteps.filter((step) => row[step]);
  return { isShown: !row.run && !row.collects, done };
}
