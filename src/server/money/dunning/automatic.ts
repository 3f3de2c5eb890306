import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { PlannedNotice } from '#shared/money/dunning/rules.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { record } from '../charges/record.ts';
import { planOf, type Plan } from './facts.ts';
import { sendRun } from './run.ts';

const system = { name: 'System' };

/** Reminds the overdue payers of the clubs that want this: the first level alone, by mail and without a fee. A job calls it each morning. */
export async function remindOfOverdue({ database }: Pick<Services, 'database'>): Promise<void> {
  for (const club of clubNames) await database.write({ club }, (write) => remindAt(write, club), system);
}

async function remindAt(write: Write, club: ClubName): Promise<void> {
  const { tx } = write;
  if (!(await remindsItself(tx, club))) return;
  const plan = await planOf(tx, club);
  const count = automaticOf(plan);
  if (count === 0) return;
  const excluded = plan.notices.filter((one) => !isAutomatic(one)).map(({ payerId }) => payerId);
  const run = await sendRun(tx, club, { hash: plan.hash, excluded, lowered: [] }, system);
  record(write, club, `Von selbst erinnert: ${count} Zahler über ${euros(run.totalCents)}`, {
    entityId: run.id,
    after: { notices: count, totalCents: run.totalCents },
  });
}

/** Whether reminders of a club go out by themselves. */
export function remindsItself(tx: Transaction, club: ClubName): Promise<boolean> {
  return readParameter(tx, `dunning.${club}.remindsItself`);
}

/** How many notices of a plan would go out by themselves. */
export function automaticOf({ notices }: Plan): number {
  return notices.filter(isAutomatic).length;
}

function isAutomatic({ level, feeCents, byMail, byLetter }: PlannedNotice): boolean {
  return level === 0 && feeCents === 0 && byMail && !byLetter;
}
