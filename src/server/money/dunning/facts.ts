import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { isMinor } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { lineOf, plain, type OpenLine } from '#shared/money/dunning/openLines.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { dunningOf, isNotice, type LateCharge, type LatePayer, type LeftOut, type PlannedNotice } from '#shared/money/dunning/rules.ts';
import type { DunningStage } from '#shared/money/dunning/words.ts';
import { readParameter } from '#server/club/config/service.ts';
import { accountReference } from '#shared/people/accountReference.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { bankLine } from '../bank/table.ts';
import { forWhom } from '../charges/forWhom.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { payer, payerNumber } from '../payers/view.ts';
import { stagesOf } from './levels.ts';
import { dunningStop } from './table.ts';

export type Plan = { notices: PlannedNotice[]; leftOut: LeftOut[]; stages: DunningStage[]; emails: Map<string, string>; hash: string };

/** Today's notices, and the payers left out; `lowered` payers get one level less than their turn. */
export async function planOf(tx: Transaction, club: ClubName, lowered: readonly string[] = []): Promise<Plan> {
  const stages = await stagesOf(tx, club);
  const payers = await latePayers(tx, club);
  const world = { today: today(), minCents: await readParameter(tx, 'dunning.minCents'), stages };
  const planned = payers.map((one) => dunningOf(one, { ...world, lowered: new Set() }));
  const asked = payers.map((one) => dunningOf(one, { ...world, lowered: new Set(lowered) }));
  return {
    stages,
    notices: asked.filter(isNotice),
    leftOut: asked.flatMap((one) => (isNotice(one) ? [] : [one])),
    emails: new Map(payers.map(({ payerId, email }) => [payerId, email ?? ''])),
    // Of all due charges, whatever the selection.
    hash: hashOf(planned.filter(isNotice)),
  };
}

function hashOf(notices: readonly PlannedNotice[]): string {
  const facts = notices.map(({ payerId, level, cents, lateCharges }) => [
    payerId,
    level,
    cents,
    lateCharges.map(({ chargeId }) => chargeId),
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

type Row = LateCharge & {
  payerId: string;
  payerName: string;
  email: string | null;
  accountNos: number[];
  birthDate: string | null;
  isDead: boolean;
  stopReason: string | null;
  stopUntil: string | null;
};

async function latePayers(tx: Transaction, club: ClubName): Promise<LatePayer[]> {
  const { rows } = await tx.execute<Row>(sql`
    select ${charge.id} as "chargeId", ${charge.reference} as reference, ${forWhom} as name, ${charge.label} as label, ${charge.dueOn}::text as "dueOn",
      ${charge.cents} - ${charge.settledCents} as "restCents", ${charge.dunningLevel} as level, ${charge.remindedOn}::text as "toldOn",
      ${charge.state} as state, ${charge.method} as method, ${charge.deferredUntil}::text as "deferredUntil",
      exists (select 1 from ${sepaMandate} where ${sepaMandate.payerPersonId} = ${charge.payerPersonId} and ${sepaMandate.state} = 'active'
        and not ${sepaMandate.isPaused} and coalesce(${sepaMandate.forPersonId}, ${charge.personId}) = ${charge.personId}) as "hasMandate",
      ${payer.id} as "payerId", ${payer.listedName} as "payerName", ${payer.email} as email, array(select ${payerNumber.accountNo} from ${payerNumber} where ${payerNumber.payerId} = ${payer.id}) as "accountNos",
      ${payer.isOrganisation} as "isOrganisation", ${payer.birthDate}::text as "birthDate", ${payer.diedOn} is not null as "isDead", ${dunningStop.reason} as "stopReason", ${dunningStop.until}::text as "stopUntil"
    from ${charge} join ${payer} on ${payer.id} = ${charge.payerId}
    left join ${dunningStop} on ${dunningStop.payerId} = ${payer.id}
    where ${charge.club} = ${club} and ${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.cents} > 0 and ${charge.dueOn} < ${today()}
    order by lower(${payer.lastname}), lower(${payer.firstname}), ${payer.id}, ${charge.dueOn}, ${charge.reference}`);
  const payers = new Map<string, LatePayer & { lateCharges: LateCharge[]; accountNos: number[] }>();
  for (const { payerId, payerName, email, accountNos, birthDate, isDead, stopReason, stopUntil, ...lateCharge } of rows) {
    const known = payers.get(payerId);
    if (known) known.lateCharges.push(lateCharge);
    else
      payers.set(payerId, {
        payerId,
        name: payerName,
        accountNos,
        email: email || null,
        isMinor: isMinor(birthDate, today()),
        isDead,
        stop: stopReason === null ? null : { reason: stopReason, until: stopUntil },
        lateCharges: [lateCharge],
        openLine: null,
      });
  }
  const lines = await openLines(tx, club);
  return [...payers.values()].map(({ accountNos, ...payer }) => {
    const references = [...payer.lateCharges.map(({ reference }) => reference), ...accountNos.map((no) => accountReference(club, no))];
    return { ...payer, openLine: lineOf({ name: payer.name, references }, lines) };
  });
}

/** Unassigned bank lines, the latest first. */
async function openLines(tx: Transaction, club: ClubName): Promise<OpenLine[]> {
  const rows = await tx
    .select()
    .from(bankLine)
    .where(and(eq(bankLine.club, club), eq(bankLine.state, 'new'), gt(bankLine.cents, 0)))
    .orderBy(desc(bankLine.bookedOn), bankLine.id)
    .limit(2000);
  return rows.map(({ bookedOn, cents, name, purpose, endToEndId }) => ({
    bookedOn,
    cents,
    name: plain(name),
    purpose: plain(`${purpose} ${endToEndId}`),
  }));
}
