import { sql } from 'drizzle-orm';
import { may, targetsOf } from '#shared/kernel/rights.ts';
import { dashboardCardNames, dashboardCards, dashboardContract, type DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import { menuCardNames } from '#shared/office/dashboard/menuWords.ts';
import type { DashboardCard } from '#shared/office/dashboard/card.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { countFeeGaps } from '#server/money/fees/service.ts';
import { clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { counts, type Computed, type Counted } from './counts.ts';
import { readFigures } from './figures.ts';

const os = implementing(dashboardContract);

/** The viewer's open tasks, and the figures of the club. */
export const dashboardApi = (kept: Omit<Computed, 'feeGaps'>) =>
  os.router({
    read: os.read.handler(async ({ context, input }) => {
      const club = clubAsked(context, 'dashboard.read', input.club);
      const shown = await cardsFor(context, club, input.part === 'menu' ? menuCardNames : dashboardCardNames);
      if (shown.length === 0) return [];
      const found = await context.read(async (tx) => {
        const columns = shown.flatMap(({ name, of }) =>
          name === 'reportFaults' || name === 'feeGaps' ? [] : [sql`(select count(*)::int ${counts[name](of)}) as ${sql.identifier(name)}`],
        );
        const { rows } = await tx.execute<{ [name: string]: number }>(sql`select ${sql.join(columns, sql`, `)}`);
        return rows[0];
      });
      const computed: Computed = { ...kept, feeGaps: () => context.read((tx) => countFeeGaps(tx, club)) };
      const all: { [name: string]: number } = { ...found };
      for (const name of ['reportFaults', 'feeGaps'] as const)
        if (shown.some((one) => one.name === name)) all[name] = await computed[name](club);
      return shown.map(({ name }) => ({ name, count: all[name] ?? 0 }));
    }),

    figures: os.figures.handler(({ context, input }) => {
      const club = clubAsked(context, 'courseStat.read', input.club);
      return context.read((tx) => readFigures(tx, club));
    }),
  });

/** The cards of these names that a viewer sees for a club; trainers' cards count their own records only. */
async function cardsFor(
  context: Context,
  club: ClubName,
  names: readonly DashboardCardName[],
): Promise<{ name: DashboardCardName; of: Counted }[]> {
  const { role, userId } = signedIn(context);
  const target = targetOf(context, club);
  const shown: { name: DashboardCardName; of: Counted }[] = [];
  for (const name of names) {
    const card: DashboardCard = dashboardCards[name];
    // Cards about all clubs are shown to every viewer with the permission.
    const seen = targetsOf(card.permission).includes('global') ? 'global' : target;
    const extent = may({ role }, card.permission, seen);
    if (!extent) continue;
    if (card.feature && !(await context.isOn(club, card.feature))) continue;
    shown.push({ name, of: { club, userId, extent: role === 'trainer' ? 'limited' : extent } });
  }
  return shown;
}
