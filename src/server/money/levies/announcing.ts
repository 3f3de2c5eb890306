import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { levyInput } from '#shared/money/levies/contract.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { rulesOf } from '../fees/facts.ts';
import { notifyOfMissing } from './mails.ts';
import { planLevy, type PlannedLevy } from './plan.ts';

/** Notifies everybody with missing helper hours once in November, while there is time. A daily job calls it. */
export async function announceMissing({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const [year, month] = today().split('-').map(Number);
  if (year === undefined || month !== 11) return;
  for (const club of clubNames) {
    const lines = await database.read({ club }, (tx) => missingOf(tx, club, year));
    const told = { club, year, helping: helpingPage(settings, club), occasion: 'november' };
    if (lines.length > 0) await database.write({ club }, async ({ tx }) => void (await notifyOfMissing(tx, told, lines)));
  }
}

async function missingOf(tx: Transaction, club: ClubName, year: number): Promise<PlannedLevy[]> {
  if (!(await readParameter(tx, 'fees.hoursAnnounced'))) return [];
  if (!(await rulesOf(tx, club)).some(({ layer }) => layer === 'helper')) return [];
  const order = levyInput.parse({ kind: 'helper_hours', whom: 'members', year, dueOn: today() });
  return (await planLevy(tx, club, order)).lines;
}

/** The URL of the page with open shifts. */
export function helpingPage(settings: Settings, club: ClubName): string {
  return `${siteOf(settings, club)}${pages.myClub.path}`;
}
