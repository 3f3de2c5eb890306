import { and, asc, eq, gt, ne } from 'drizzle-orm';
import { dayInWords, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import type { Audience } from '#shared/content/mails.ts';
import type { PlaceholderValues } from '#shared/content/placeholders.ts';
import { locationsOf } from '#server/courses/offers/service.ts';
import { course, courseSession } from '#server/courses/offers/table.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { helperList } from '#server/helpers/lists/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The placeholder values for the subject of an e-mail; placeholders about persons differ per recipient. */
export async function factsOf(tx: Transaction, site: string, audience: Audience): Promise<PlaceholderValues> {
  if (audience.kind === 'course') return { Link: site, ...(await factsOfCourse(tx, site, audience.id)) };
  if (audience.kind !== 'helpers') return { Link: site };
  const [list] = await tx.select().from(helperList).where(eq(helperList.id, audience.id));
  return { Link: list ? `${site}/helpers/${list.publicToken}` : site, Angebot: list?.title };
}

async function factsOfCourse(tx: Transaction, site: string, id: string): Promise<PlaceholderValues> {
  const [row] = await tx.select().from(course).where(eq(course.id, id));
  if (!row) return {};
  const [next] = await tx
    .select({ startsAt: courseSession.startsAt, endsAt: courseSession.endsAt, place: courseSession.place, hall: facility.name })
    .from(courseSession)
    .leftJoin(facility, eq(facility.id, courseSession.facilityId))
    .where(and(eq(courseSession.courseId, id), ne(courseSession.state, 'cancelled'), gt(courseSession.startsAt, now())))
    .orderBy(asc(courseSession.startsAt), asc(courseSession.id))
    .limit(1);
  return {
    Angebot: row.title,
    Termin: next && `${dayInWords(localOf(next.startsAt).date)}, ${timesInWords(next)}`,
    Halle: next?.hall ?? (next?.place || (await locationsOf(tx, [row])).get(id)),
    Link: `${site}/id/${row.slug}`,
  };
}
