import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { Club } from '#shared/kernel/clubs.ts';
import type { ClubCard } from '#shared/office/clubCard.ts';
import { legalPages } from '#shared/content/legalPages.ts';
import { findPage } from '#server/content/pages/service.ts';
import { course } from '#server/courses/offers/table.ts';
import { runningDepartments } from '#server/club/departments/service.ts';
import type { Services } from '#server/platform/http/context.ts';

/**
 * The club's card: its departments, where its courses are, how to reach it (the text of its contact page) and its further
 * pages. Who is named there, e.g. the board with its offices, is what the board writes on that page.
 */
export async function clubCard({ database }: Services, { name }: Club): Promise<ClubCard> {
  const departments = await runningDepartments(database.orm, name);
  const contact = await findPage({ database }, name, legalPages.contact.slug);
  const places = await database.orm
    .selectDistinct({ name: course.place })
    .from(course)
    .where(and(eq(course.club, name), eq(course.visibility, 'public'), inArray(course.status, courseSets.open), ne(course.place, '')))
    .orderBy(asc(course.place))
    .limit(100);
  return {
    departments: departments.map((one) => one.name),
    places: places.map((one) => one.name),
    contact: contact?.body ?? null,
    pages: contact?.menu ?? [],
  };
}
