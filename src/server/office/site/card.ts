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
 * The public card of a club: its departments, course locations, contact details (the text of its contact page) and further pages. Names of
 * persons appear only where the board writes them on that page.
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
