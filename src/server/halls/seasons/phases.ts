import { and, eq, gte, inArray, lte, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { Timetable } from '#shared/halls/seasons/placing.ts';
import { bestExchange, keepPlaces, missing } from '#shared/halls/seasons/proposal.ts';
import { isBeforeSeason, wishesTooLate, type seasonStep } from '#shared/halls/seasons/seasons.ts';
import { seasonSets, seasonStateNames, seasonSteps, wishSets, type SeasonState } from '#shared/halls/seasons/seasonStates.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { facility } from '../facilities/table.ts';
import { seenOf } from '../publication/dryRun.ts';
import { endQuestions } from '../notices/answers.ts';
import { organisation } from '../organisations/table.ts';
import { noteSeason } from './managing.ts';
import { placedOf, readBoard } from './board.ts';
import { copyLastYear } from './copy.ts';
import { askedOrganisations, writeToOrganisation } from './emails.ts';
import { insertPlan, readGrants, sentPlan, workingPlan } from './planRows.ts';
import { refusalsOf } from './planView.ts';
import { notifyOfClosing } from './reminders.ts';
import { notifyOfResults } from './results.ts';
import { objection, season, seasonFacility, seasonPlan, seasonRefusal, wish } from './table.ts';
import type { SeasonRow } from './view.ts';

type Step = z.output<typeof seasonStep>;

/** Takes a locked season to its next phase, or refuses with what is missing. */
export async function advanceSeason(write: Write, settings: Settings, before: SeasonRow, step: Step): Promise<SeasonRow> {
  if (!seasonSteps[before.phase].includes(step.to)) throw new Problem('wrong-state');
  if (before.phase === 'consultation') await endQuestions(write.tx, before.id);
  const values = await (effects[step.to] ?? nothing)(write.tx, before, step, settings);
  const [row] = await write.tx
    .update(season)
    .set({ ...values, phase: step.to, version: before.version + 1 })
    .where(eq(season.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  const reason = step.reason === '' ? '' : ` (${step.reason})`;
  noteSeason(write, row, `Saison ${row.name}: ${seasonStateNames[before.phase]} → ${seasonStateNames[row.phase]}${reason}`);
  return row;
}

type Effect = (tx: Transaction, before: SeasonRow, step: Step, settings: Settings) => Promise<Partial<SeasonRow>>;

const nothing: Effect = async () => ({});

const effects: { readonly [to in SeasonState]?: Effect } = {
  open: async (tx, before, { wishesUntil, reason }, settings) => {
    if (before.phase === 'planning') {
      if (reason === '') throw fieldProblem('reason', 'Bitte einen Grund nennen.');
      if (!wishesUntil || new Date(wishesUntil) <= now()) throw fieldProblem('wishesUntil', 'Bitte einen Tag, der noch kommt.');
      if (!isBeforeSeason(wishesUntil, before.startsOn)) throw fieldProblem('wishesUntil', wishesTooLate);
      const until = new Date(wishesUntil);
      await notifyAll(tx, settings, before, 'reopened', `Hallenvergabe ${before.name}: Wünsche wieder bis ${dayOf(until)}`, [
        `Wünsche für die Saison ${before.name} nehmen wir noch einmal bis zum ${dayOf(until)} an: ${reason}`,
        'Was schon abgesendet ist, bleibt; es lässt sich bis dahin wieder ändern oder zurückgeben.',
      ]);
      return { wishesUntil: until };
    }
    const halls = await tx.select({ id: seasonFacility.facilityId }).from(seasonFacility).where(eq(seasonFacility.seasonId, before.id));
    if (halls.length === 0) throw notReady('Es fehlt noch mindestens eine Sportstätte.');
    await refuseSharedHalls(tx, before);
    if (before.criteria === '') throw notReady('Es fehlen noch die Vergaberegeln, die die Vereine lesen.');
    if (before.wishesUntil <= now()) throw notReady('Das Ende der Wunschfrist liegt in der Vergangenheit.');
    if (!isBeforeSeason(before.wishesUntil, before.startsOn)) throw notReady(wishesTooLate);
    await copyLastYear(tx, before);
    await notifyAll(tx, settings, before, 'opened', `Hallenvergabe ${before.name}: Wünsche bis ${dayOf(before.wishesUntil)}`, [
      `Für die Saison ${before.name} (${germanDate(before.startsOn)} bis ${germanDate(before.endsOn)}) nehmen wir bis zum ${dayOf(before.wishesUntil)} Hallenwünsche an.`,
      'Vereine im Portal tragen sie unter Verwaltung, Hallenvergabe ein und bestätigen dort die Zeiten des letzten Jahres, alle anderen über den Link in dieser Mail.',
      `Regeln der Vergabe:\n${before.criteria}`,
    ]);
    return {};
  },

  planning: async (tx, before, { reason }, settings) => {
    if (before.phase === 'open') {
      if (before.wishesUntil > now() && reason === '')
        throw fieldProblem('reason', 'Die Wunschfrist läuft noch. Bitte einen Grund nennen.');
      await notifyOfClosing(tx, settings, before);
    }
    await refuseUncounted(tx, before);
    if (await workingPlan(tx, before.id)) return {};
    const board = await readBoard(tx, before);
    const sent = await sentPlan(tx, before.id);
    const placed = sent ? (await readGrants(tx, sent.id)).map((row) => placedIn(board, row)) : keepPlaces(board.board);
    await insertPlan(tx, before, board, { name: 'Arbeitsplan', madeBy: sent ? 'copy' : 'hand', isFrozen: false, placed });
    return {};
  },

  consultation: async (tx, before, { objectionsUntil }, settings) => {
    const until = objectionsUntil ? new Date(objectionsUntil) : undefined;
    if (!until || until.getTime() < now().getTime() + 7 * 86_400_000)
      throw fieldProblem('objectionsUntil', 'Bitte einen Tag, der mindestens sieben Tage entfernt ist.');
    await refuseUndecided(tx, before);
    const plan = await workingPlan(tx, before.id);
    if (!plan) throw notReady('Es gibt noch keinen Plan.');
    const board = await readBoard(tx, before);
    const table = new Timetable(
      board.board.input.halls,
      (await readGrants(tx, plan.id)).map((row) => placedOf(board, row)),
    );
    const { wishes } = board.board.input;
    if (wishes.length === 0) throw notReady('Es gibt keine Wünsche.');
    const better = wishes.filter((one) => missing(table, one) > 0 && bestExchange(board.board, table, one));
    if (better.length > 0)
      throw notReady(
        `Bei ${better.length} Wünschen ist noch eine Verbesserung möglich. Übernehmen Sie sie im Plan mit „Verbessern“, oder legen Sie die Zeiten mit Grund fest.`,
      );
    const points = [...table.placed].reduce((sum, one) => sum + one.points, 0);
    await tx.update(seasonPlan).set({ frozenAt: now(), sentOutAt: now(), points, name: 'Anhörung' }).where(eq(seasonPlan.id, plan.id));
    const refusals = refusalsOf(board, table);
    if (refusals.length > 0)
      await tx.insert(seasonRefusal).values(refusals.map((refusal) => ({ planId: plan.id, wishId: refusal.wishId, refusal })));
    await notifyOfResults(tx, settings, before, plan.id, {
      key: 'result',
      subject: `Hallenvergabe ${before.name}: Ihr Ergebnis`,
      ending: `Passt Ihnen das? Bis zum ${dayOf(until)} nehmen wir Ihre Zustimmung oder Einwände an (im Portal unter Hallenvergabe, sonst über den Link in dieser Mail).`,
      asksUntil: until,
    });
    return { objectionsUntil: until };
  },

  publishing: async (tx, before, { name, seen }) => {
    if (name !== before.name) throw fieldProblem('name', 'Bitte den Namen der Saison genau so eingeben.');
    const open = await tx
      .select({ id: objection.id })
      .from(objection)
      .where(and(eq(objection.seasonId, before.id), eq(objection.state, 'open')));
    if (open.length > 0)
      throw notReady(
        open.length === 1 ? 'Ein Einwand ist noch nicht beantwortet.' : `${open.length} Einwände sind noch nicht beantwortet.`,
      );
    await refuseUndecided(tx, before);
    const plan = await sentPlan(tx, before.id);
    if (!plan || (await readGrants(tx, plan.id)).length === 0) throw notReady('Der Plan ist leer.');
    if (seen === '') throw fieldProblem('seen', 'Bitte die Veröffentlichung zuerst durchspielen.');
    if (seen !== (await seenOf(tx, before)))
      throw fieldProblem('seen', 'Seit dem Durchspielen hat sich etwas geändert. Bitte noch einmal ansehen.');
    return {};
  },

  cancelled: async (tx, before, { reason }, settings) => {
    if (reason === '') throw fieldProblem('reason', 'Bitte einen Grund nennen.');
    if (before.phase !== 'draft')
      await notifyAll(tx, settings, before, 'cancelled', `Hallenvergabe ${before.name} abgebrochen`, [
        `Die Vergabe der Saison ${before.name} ist abgebrochen: ${reason}`,
      ]);
    return {};
  },
};

function placedIn(board: Parameters<typeof placedOf>[0], row: Parameters<typeof placedOf>[1]) {
  const placed = placedOf(board, row);
  return { ...placed, isLocked: row.isLocked, reason: row.reason };
}

/** Wishes copied from last year must be confirmed or withdrawn, by their club or by the manager. */
async function refuseUndecided(tx: Transaction, { id }: SeasonRow): Promise<void> {
  const copied = await tx
    .select({ id: wish.id })
    .from(wish)
    .where(and(eq(wish.seasonId, id), eq(wish.state, 'copied')));
  if (copied.length > 0) throw notReady(`${copied.length} übernommene Wünsche sind weder bestätigt noch zurückgegeben.`);
}

/** If shares depend on members, the numbers of all organisations with wishes are required before they are frozen; schools count in full anyway. */
async function refuseUncounted(tx: Transaction, { id, rules }: SeasonRow): Promise<void> {
  if (rules.fairness !== 'members') return;
  const rows = await tx
    .selectDistinct({ id: organisation.id, name: organisation.name })
    .from(wish)
    .innerJoin(organisation, eq(organisation.id, wish.organisationId))
    .where(and(eq(wish.seasonId, id), inArray(wish.state, wishSets.counting), ne(organisation.kind, 'school')))
    .orderBy(organisation.name);
  const uncounted = rows.filter((row) => !rules.members?.[row.id]);
  if (uncounted.length > 0)
    throw notReady(
      `Für den Anteil fehlt noch die Zahl der Mitglieder (Saison bearbeiten): ${uncounted.map(({ name }) => name).join(', ')}.`,
    );
}

/** Two seasons cannot allocate the same hall for the same days; a second one for the remaining hours starts after the first is published. */
export async function refuseSharedHalls(tx: Transaction, { id, startsOn, endsOn }: SeasonRow): Promise<void> {
  const own = tx.select({ id: seasonFacility.facilityId }).from(seasonFacility).where(eq(seasonFacility.seasonId, id));
  const rows = await tx
    .select({ name: season.name, hall: facility.name })
    .from(seasonFacility)
    .innerJoin(season, eq(season.id, seasonFacility.seasonId))
    .innerJoin(facility, eq(facility.id, seasonFacility.facilityId))
    .where(
      and(
        ne(season.id, id),
        inArray(season.phase, [...seasonSets.running]),
        lte(season.startsOn, endsOn),
        gte(season.endsOn, startsOn),
        inArray(seasonFacility.facilityId, own),
      ),
    )
    .orderBy(facility.name, season.name)
    .limit(20);
  if (rows.length > 0)
    throw notReady(`Für diese Tage vergibt schon eine andere Saison: ${rows.map(({ hall, name }) => `${hall} (${name})`).join(', ')}.`);
}

function notReady(message: string): Problem {
  return new Problem('not-ready', { fields: [{ path: 'to', message }] });
}

function dayOf(instant: Date): string {
  return germanDate(localOf(instant).date);
}

async function notifyAll(
  tx: Transaction,
  settings: Settings,
  { id, version, ...row }: SeasonRow,
  key: string,
  subject: string,
  paragraphs: readonly string[],
): Promise<void> {
  for (const one of await askedOrganisations(tx, row))
    await writeToOrganisation(tx, settings, one, {
      seasonId: id,
      subject,
      body: `${paragraphs.join('\n\n')}\n`,
      onceKey: `season:${id}:${key}:${version}:${one.id}`,
    });
}
