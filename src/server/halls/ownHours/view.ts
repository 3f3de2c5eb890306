import { and, asc, desc, eq, gt, inArray, ne } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { fixedClassOf } from '#shared/halls/organisations.ts';
import { partsInWords } from '#shared/halls/facilities.ts';
import { ownHoursAtMost, type OwnGroup, type OwnHours, type OwnSeason } from '#shared/halls/ownHours.ts';
import { germanDate, timesInWords, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { listQuestions } from '../notices/answers.ts';
import type { Speaker } from '../organisations/links.ts';
import { listObjections, takesObjections } from '../seasons/objections.ts';
import { resultOf } from '../seasons/planView.ts';
import { season } from '../seasons/table.ts';
import { viewSeason, type SeasonRow } from '../seasons/view.ts';
import { readWishes, toWish } from '../seasons/wishes.ts';
import { contactActor } from './hand.ts';

/** Everything that an organisation's contact sees behind the link. */
export async function viewOwnHours(tx: Transaction, speaker: Speaker): Promise<OwnHours> {
  const { club, contact, organisation, choices } = speaker;
  const seasons = await tx
    .select()
    .from(season)
    .where(and(eq(season.managerClub, club), gt(season.endsOn, today()), ne(season.phase, 'draft'), ne(season.phase, 'cancelled')))
    .orderBy(desc(season.startsOn), asc(season.id))
    .limit(5);
  return {
    club,
    contact: { name: contact.name, phone: contact.phone, maySign: contact.maySign },
    organisation: { id: organisation.id, name: organisation.name, fixedClass: fixedClassOf(organisation) },
    choices,
    groups: await ownGroups(tx, organisation.id),
    // One without a wish of theirs concerns them only while it takes wishes.
    seasons: (await oneByOne(seasons, (row) => viewOwnSeason(tx, speaker, row))).filter(
      ({ season: { isAccepting }, wishes }) => isAccepting || wishes.length > 0,
    ),
    questions: await listQuestions(tx, organisation.id),
  };
}

async function viewOwnSeason(tx: Transaction, speaker: Speaker, row: SeasonRow): Promise<OwnSeason> {
  const { organisation, contact, club } = speaker;
  const hand = contactActor(speaker);
  const objections = await listObjections(tx, row);
  return {
    season: await viewSeason({ viewer: undefined, hostClub: club }, tx, row),
    wishes: (await readWishes(tx, row.id, organisation.id)).map((one) => toWish(hand, row, one)),
    ...(await resultOf(tx, row, organisation.id)),
    objections: objections.filter(({ organisationId }) => organisationId === organisation.id),
    mayObject: contact.maySign && takesObjections(row),
  };
}

/** The future hours of the organisation: each weekly hour with its dates, and single dates. */
async function ownGroups(tx: Transaction, organisationId: string): Promise<OwnGroup[]> {
  const rows = await tx
    .select({ row: booking, place: facility })
    .from(booking)
    .innerJoin(facility, eq(facility.id, booking.facilityId))
    .where(
      and(
        eq(booking.organisationId, organisationId),
        gt(booking.endsAt, now()),
        inArray(booking.state, [...bookingSets.coming, 'displaced', 'rejected']),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(ownHoursAtMost);
  const series = await seriesOf(
    tx,
    rows.flatMap(({ row }) => row.seriesId ?? []),
  );
  const labels = await unitLabels(tx, rows);
  return [...Map.groupBy(rows, ({ row }) => row.seriesId ?? row.id).values()].flatMap((some): OwnGroup[] => {
    const [first] = some;
    if (!first) return [];
    const of = first.row.seriesId === null ? undefined : series.get(first.row.seriesId);
    return [
      {
        title: first.row.title,
        seriesId: of?.id ?? null,
        words: of ? weekWords(of, first.place.name) : first.place.name,
        dates: some.map(({ row }) => ({
          id: row.id,
          date: row.localDate,
          words: dateWords(row, labels),
          state: row.state,
          reason: row.reason,
          offer: row.state === 'counter_offered' && row.offer ? offerWords(row.offer, labels) : null,
          mayRelease: row.state === 'approved' && row.startsAt > now(),
          mayReclaim: row.state === 'released' && row.startsAt > now(),
        })),
        skipped: (of?.skipped ?? []).filter(({ date }) => date >= today()),
      },
    ];
  });
}

type Row = typeof booking.$inferSelect;
type Series = typeof bookingSeries.$inferSelect;
type Labels = { units: ReadonlyMap<string, { id: string; label: string }[]>; halls: ReadonlyMap<string, string> };

async function seriesOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Series>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length === 0 ? [] : await tx.select().from(bookingSeries).where(inArray(bookingSeries.id, wanted));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The names of halls and their units, including those of counter-offers. */
async function unitLabels(tx: Transaction, rows: readonly { row: Row }[]): Promise<Labels> {
  const ids = [...new Set(rows.flatMap(({ row }) => [row.facilityId, ...(row.offer ? [row.offer.facilityId] : [])]))];
  const units = ids.length === 0 ? [] : await readUnits(tx, ids);
  const halls =
    ids.length === 0 ? [] : await tx.select({ id: facility.id, name: facility.name }).from(facility).where(inArray(facility.id, ids));
  return {
    units: Map.groupBy(units, ({ facilityId }) => facilityId),
    halls: new Map(halls.map(({ id, name }) => [id, name])),
  };
}

function placeWords({ facilityId, unitIds }: { facilityId: string; unitIds: readonly string[] }, { halls, units }: Labels): string {
  return [halls.get(facilityId) ?? '', partsInWords(units.get(facilityId) ?? [], unitIds)].filter(Boolean).join(', ');
}

function dateWords(row: Row, labels: Labels): string {
  const day = `${weekdayNames[weekdayOf(row.localDate) - 1] ?? ''}, ${germanDate(row.localDate)}`;
  return [day, timesInWords(row), placeWords(row, labels)].join(', ');
}

function offerWords(offer: NonNullable<Row['offer']>, labels: Labels): string {
  return `${offer.startTime}–${offer.endTime} Uhr, ${placeWords(offer, labels)}`;
}

/** "dienstags 17:00–18:30 Uhr, Dreifachhalle, bis 28.03.2027" */
function weekWords({ weekday, startTime, endTime, endsOn }: Series, hall: string): string {
  const day = `${(weekdayNames[weekday - 1] ?? '').toLowerCase()}s`;
  return `${day} ${startTime.slice(0, 5)}–${endTime.slice(0, 5)} Uhr, ${hall}, bis ${germanDate(endsOn)}`;
}
