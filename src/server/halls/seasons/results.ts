import { eq } from 'drizzle-orm';
import { grantWeekNames } from '#shared/halls/seasons/placing.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import type { Refusal } from '#shared/halls/seasons/plans.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { placeWords, readBoard } from './board.ts';
import { askedOrganisations, writeToOrganisation } from './emails.ts';
import { readGrants } from './planRows.ts';
import { seasonRefusal } from './table.ts';
import type { SeasonRow } from './view.ts';

type Telling = {
  key: string;
  subject: string;
  /** For those who got times. */ given?: string;
  ending: string;
  /** Until when they may say whether it suits them. */ asksUntil?: Date;
};

/** Tells every organisation that had wishes what it gets, and of each refusal the reasons. */
export async function notifyOfResults(
  tx: Transaction,
  settings: Settings,
  season: SeasonRow,
  planId: string,
  { key, subject, given: validity, ending, asksUntil }: Telling,
): Promise<void> {
  const board = await readBoard(tx, season);
  const grants = await readGrants(tx, planId);
  const refusals = await beyondScope(tx, () => tx.select().from(seasonRefusal).where(eq(seasonRefusal.planId, planId)).limit(3000));
  const asked = new Set([...board.wishes.values()].map(({ organisationId }) => organisationId));
  for (const one of (await askedOrganisations(tx, season)).filter(({ id }) => asked.has(id))) {
    const given = grants.flatMap((row) => {
      const of = board.wishes.get(row.wishId);
      if (of?.organisationId !== one.id) return [];
      const place = { ...row, startTime: row.startTime.slice(0, 5), endTime: row.endTime.slice(0, 5) };
      return [`- ${of.groupName}: ${placeWords(board, place)}${row.week === 'every' ? '' : `, ${grantWeekNames[row.week]}`}`];
    });
    const refused = refusals.flatMap(({ refusal }) => (refusal.organisationId === one.id ? [refusalWords(refusal)] : []));
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

function refusalWords({ groupName, missing, options, alternatives }: Refusal): string {
  const reasons = options.map(({ words, sentences }) => `  ${words}: ${sentences.join(' ')}`);
  const free =
    alternatives.length > 0
      ? `  Noch frei: ${alternatives.map(({ words }) => words).join('; ')}.`
      : '  Eine andere passende Zeit ist nicht frei.';
  return [`- ${groupName} (${missing === 1 ? 'eine Zeit fehlt' : `${missing} Zeiten fehlen`})`, ...reasons, free].join('\n');
}
