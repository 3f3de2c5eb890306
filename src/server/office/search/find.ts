import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { may } from '#shared/kernel/rights.ts';
import { clubNames, hasFeature, type ClubName } from '#shared/kernel/clubs.ts';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { localOf, germanDate } from '#shared/kernel/calendar.ts';
import { newsAddress } from '#shared/content/news.ts';
import { pageAddress } from '#shared/content/contentAddress.ts';
import type { Found, FoundKind } from '#shared/office/search.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { page } from '#server/content/pages/table.ts';
import { locationsOf } from '#server/courses/offers/service.ts';
import { course } from '#server/courses/offers/table.ts';
import { visibleEvents } from '#server/events/service.ts';
import { event } from '#server/events/table.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { isShownAt } from '#server/content/news/service.ts';
import { news } from '#server/content/news/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { searchEntry } from './table.ts';

/** The search terms: word stems, and patterns for substrings of a title. */
export type Wanted = {
  query: string;
  patterns: string[];
  /** The number of an offer, if the text may be one. */ number: string | undefined;
};
type Ranked = Found & { rank: number };

const eachAtMost = 8;

/** The published records that match, each read from its own table, so that that table's access rules apply. */
export async function findThings(tx: Transaction, context: Context, wanted: Wanted): Promise<Ranked[]> {
  const { hostClub } = context;
  const clubs = hostClub === 'GSV' ? clubNames : [hostClub];
  const settings = (await readClubs({ orm: tx }))[hostClub];
  const mark = (club: ClubName) => (hostClub === 'GSV' || club !== hostClub ? club : '');
  return [
    ...withPeople(context, await findCourses(tx, wanted, visibleCourses(context, clubs), mark)),
    ...(await findEvents(tx, wanted, visibleEvents(context), mark)),
    ...(hasFeature(settings, 'news') ? await findNews(tx, wanted, hostClub, mark) : []),
    ...(await findPages(tx, wanted, hostClub, hasFeature(settings, 'content'))),
    ...(await findHalls(tx, wanted, clubs)),
  ];
}

type Mark = (club: ClubName) => string;

/** Adds links to the participants of a course for staff of its club; drafts have none. */
function withPeople({ viewer }: Context, courses: readonly FoundCourse[]): Ranked[] {
  const seesPeople = viewer && may(viewer, 'participants.list', 'club');
  return courses.flatMap(({ club, isDraft, ...one }): Ranked[] => {
    if (!seesPeople || club !== viewer.club || isDraft) return [one];
    return [
      one,
      {
        ...one,
        kind: 'participants',
        detail: line('Teilnehmende', one.detail),
        link: `/admin/participants?course=${one.id}`,
        rank: one.rank - 0.001,
      },
    ];
  });
}

type FoundCourse = Ranked & { club: ClubName; isDraft: boolean };

async function findCourses(tx: Transaction, wanted: Wanted, visible: SQL | undefined, mark: Mark): Promise<FoundCourse[]> {
  const { rank, fits } = fitsTo(wanted, 'course');
  const rows = await tx
    .select({ row: course, rank })
    .from(searchEntry)
    .innerJoin(course, eq(course.id, searchEntry.recordId))
    .where(and(wanted.number === undefined ? fits : or(fits, eq(sql`upper(${course.number})`, wanted.number)), visible))
    .orderBy(desc(rank), course.title, course.id)
    .limit(eachAtMost);
  const places = await locationsOf(
    tx,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, rank: value }) => {
    const isDraft = row.status === 'draft';
    const detail = line(isDraft && 'Entwurf', mark(row.club), row.subtitle, places.get(row.id) ?? row.place);
    const address = isDraft ? `/admin/courses/${row.id}` : `/id/${row.slug}`;
    return { ...found('course', row, detail, address, value), club: row.club, isDraft };
  });
}

async function findEvents(tx: Transaction, wanted: Wanted, visible: SQL | undefined, mark: Mark): Promise<Ranked[]> {
  const { rank, fits } = fitsTo(wanted, 'event');
  const rows = await tx
    .select({ row: event, rank })
    .from(searchEntry)
    .innerJoin(event, eq(event.id, searchEntry.recordId))
    // Long past events are excluded, as in the lists.
    .where(and(fits, visible, gte(event.endsAt, now())))
    .orderBy(desc(rank), event.startsAt, event.id)
    .limit(eachAtMost);
  return rows.map(({ row, rank: value }) => {
    const detail = line(mark(row.club), germanDate(localOf(row.startsAt).date), eventKindNames[row.kind], row.place);
    return found('event', row, detail, row.state === 'draft' ? '/admin/events' : `/events#${row.id}`, value);
  });
}

async function findNews(tx: Transaction, wanted: Wanted, host: ClubName, mark: Mark): Promise<Ranked[]> {
  const { rank, fits } = fitsTo(wanted, 'news');
  const rows = await tx
    .select({ row: news, rank })
    .from(searchEntry)
    .innerJoin(news, eq(news.id, searchEntry.recordId))
    .where(and(fits, isShownAt(host)))
    .orderBy(desc(rank), desc(news.publishAt), news.id)
    .limit(eachAtMost);
  return rows.map(({ row, rank: value }) => found('news', row, line(mark(row.club), row.teaser), newsAddress(host, row), value));
}

async function findPages(tx: Transaction, wanted: Wanted, host: ClubName, hasContent: boolean): Promise<Ranked[]> {
  const { rank, fits } = fitsTo(wanted, 'page');
  const rows = await tx
    .select({ row: page, rank })
    .from(searchEntry)
    .innerJoin(page, eq(page.id, searchEntry.recordId))
    .where(and(fits, eq(page.club, host), eq(page.state, 'published'), hasContent ? undefined : isNotNull(page.legalKind)))
    .orderBy(desc(rank), page.title, page.id)
    .limit(eachAtMost);
  return rows.map(({ row, rank: value }) => found('page', row, '', pageAddress(row.club, row.slug), value));
}

async function findHalls(tx: Transaction, wanted: Wanted, clubs: readonly ClubName[]): Promise<Ranked[]> {
  const { rank, fits } = fitsTo(wanted, 'facility');
  const ofThem = or(inArray(facility.ownerClub, [...clubs]), isNull(facility.ownerClub));
  const rows = await tx
    .select({ row: facility, rank })
    .from(searchEntry)
    .innerJoin(facility, eq(facility.id, searchEntry.recordId))
    .where(and(fits, eq(facility.isActive, true), ofThem))
    .orderBy(desc(rank), facility.name, facility.id)
    .limit(eachAtMost);
  return rows.map(({ row, rank: value }) =>
    found('facility', { id: row.id, title: row.name }, line(row.street, row.city), `/halls/${row.slug}`, value),
  );
}

/** Whether an entry matches, and its rank: a match in the title ranks above one in the text. */
function fitsTo(
  { query, patterns }: Wanted,
  kind: (typeof searchEntry.$inferSelect)['kind'],
): { rank: SQL<number>; fits: SQL | undefined } {
  const words = sql`to_tsquery('public.german_plain', ${query})`;
  const byTitle = and(...patterns.map((pattern) => sql`${searchEntry.titleKey} like ${pattern}`));
  return {
    rank: sql<number>`ts_rank(${searchEntry.words}, ${words}) + case when ${byTitle} then 1 else 0 end`,
    fits: and(eq(searchEntry.kind, kind), or(sql`${searchEntry.words} @@ ${words}`, byTitle)),
  };
}

function found(kind: FoundKind, { id, title }: { id: string; title: string }, detail: string, link: string, rank: number): Ranked {
  return { kind, id, title, detail, link, rank };
}

function line(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Open and running courses; for planners also unpublished ones. */
function visibleCourses({ viewer }: Context, clubs: readonly ClubName[]): SQL | undefined {
  const isPublic = and(
    inArray(course.club, [...clubs]),
    inArray(course.status, courseSets.running),
    eq(course.visibility, 'public'),
    or(isNull(course.endsOn), gte(course.endsOn, today())),
  );
  if (!viewer || !may(viewer, 'courses.readDraft', 'club')) return isPublic;
  return or(isPublic, and(eq(course.club, viewer.club), eq(course.isTemplate, false), inArray(course.status, courseSets.living)));
}
