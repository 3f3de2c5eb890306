import { eq, inArray } from 'drizzle-orm';
import { grantWeekNames } from '#shared/halls/seasons/placing.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { Refusal } from '#shared/halls/seasons/plans.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { bookingSeries, type SkippedDate } from '../bookings/table.ts';
import { placeWords, readBoard, type SeasonBoard } from './board.ts';
import { askedOrganisations, writeToOrganisation } from './emails.ts';
import { readGrants, type GrantRow } from './planRows.ts';
import { seasonRefusal } from './table.ts';
import type { SeasonRow } from './view.ts';

type Telling = {
  key: string;
  subject: string;
  /** The text for those who got times. */ given?: string;
  ending: string;
  /** The deadline for saying whether it suits them. */ asksUntil?: Date;
};

/** Notifies every organisation with wishes of its times, and of the reasons for each refusal. */
export async function notifyOfResults(
  tx: Transaction,
  settings: Settings,
  season: SeasonRow,
  planId: string,
  { key, subject, given: validity, ending, asksUntil }: Telling,
): Promise<void> {
  const board = await readBoard(tx, season);
  const grants = await readGrants(tx, planId);
  const leftOut = await datesLeftOut(
    tx,
    grants.map(({ id }) => id),
  );
  const refusals = await inAllClubs(tx, () => tx.select().from(seasonRefusal).where(eq(seasonRefusal.planId, planId)).limit(3000));
  const asked = new Set([...board.wishes.values()].map(({ organisationId }) => organisationId));
  for (const one of (await askedOrganisations(tx, season)).filter(({ id }) => asked.has(id))) {
    const given = grants.flatMap((row) => {
      const of = board.wishes.get(row.wishId);
      if (of?.organisationId !== one.id) return [];
      const place = { ...row, startTime: row.startTime.slice(0, 5), endTime: row.endTime.slice(0, 5) };
      const weekly = `- ${of.groupName}: ${placeWords(board, place)}${row.week === 'every' ? '' : `, ${grantWeekNames[row.week]}`}`;
      return [[weekly, ...leftOutWords(leftOut.get(row.id) ?? []), ...elsewhereWords(board, row)].join('\n  ')];
    });
    const refused = refusals.flatMap(({ refusal }) =>
      refusal.organisationId === one.id ? [refusalWords(refusal, asksUntil !== undefined)] : [],
    );
    const body = [
      given.length > 0
        ? `Ihre Zeiten in der Saison ${season.name}:\n\n${given.join('\n')}`
        : `In der Saison ${season.name} haben Sie keine Zeiten bekommen.`,
      ...(refused.length > 0 ? [`Was nicht ging, und warum:\n\n${refused.join('\n\n')}`] : []),
      given.length > 0 && validity,
      ending,
    ]
      .filter(Boolean)
      .join('\n\n');
    const onceKey = `season:${planId}:${key}:${one.id}`;
    const asks = asksUntil && { until: asksUntil };
    await writeToOrganisation(tx, settings, one, { subject, body: `${body}\n`, onceKey, seasonId: season.id, asks });
  }
}

/** After the publication: the dates of each weekly time that could not be booked, with their reasons. */
async function datesLeftOut(tx: Transaction, grantIds: readonly string[]): Promise<Map<string | null, SkippedDate[]>> {
  if (grantIds.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ grantId: bookingSeries.grantId, skipped: bookingSeries.skipped })
      .from(bookingSeries)
      .where(inArray(bookingSeries.grantId, [...grantIds])),
  );
  return new Map(rows.map(({ grantId, skipped }) => [grantId, skipped]));
}

/** "Es fallen aus: 12.01.2027 (Belegt: GSV); 29.03.2027, 05.04.2027 (Osterferien)." */
function leftOutWords(skipped: readonly SkippedDate[]): string[] {
  const reasons = [...Map.groupBy(skipped, ({ reason }) => reason)];
  const words = reasons.map(([reason, some]) => `${some.map(({ date }) => germanDate(date)).join(', ')} (${reason})`);
  return words.length === 0 ? [] : [`Es fallen aus: ${words.join('; ')}.`];
}

/** The dates that were moved to another time or hall, since their place is taken on that day. */
function elsewhereWords({ hallNames }: SeasonBoard, { choices }: GrantRow): string[] {
  const words = choices.flatMap((one) =>
    one.action === 'other'
      ? [`${germanDate(one.date)} ab ${one.place.startTime} Uhr in ${hallNames.get(one.place.facilityId) ?? 'einer anderen Halle'}`]
      : [],
  );
  return words.length === 0 ? [] : [`An einem anderen Platz: ${words.join('; ')}.`];
}

/** Once the plan is booked, what was free when the refusal was written may be taken. */
function refusalWords({ groupName, missing, options, alternatives }: Refusal, namesFree: boolean): string {
  const reasons = options.map(({ words, sentences }) => `  ${words}: ${sentences.join(' ')}`);
  const free =
    alternatives.length > 0
      ? `  Noch frei: ${alternatives.map(({ words }) => words).join('; ')}.`
      : '  Eine andere passende Zeit ist nicht frei.';
  return [
    `- ${groupName} (${missing === 1 ? 'eine Zeit fehlt' : `${missing} Zeiten fehlen`})`,
    ...reasons,
    ...(namesFree ? [free] : []),
  ].join('\n');
}
