import { and, asc, eq } from 'drizzle-orm';
import type { Club } from '#shared/clubs.ts';
import type { ClubCard } from '#shared/clubEntry.ts';
import { legalPages } from '#shared/contentPages.ts';
import { findPage } from '../contentPages/service.ts';
import { department } from '../people/table.ts';
import type { Services } from '../platform/context.ts';

/** The club's card: its departments, how to reach it (the text of its contact page) and its further pages. No person is named. */
export async function clubCard({ database }: Services, { name }: Club): Promise<ClubCard> {
  const departments = await database.orm
    .select({ name: department.name })
    .from(department)
    .where(and(eq(department.club, name), eq(department.isActive, true)))
    .orderBy(asc(department.name))
    .limit(100);
  const contact = await findPage({ database }, name, legalPages.contact.slug);
  return { departments: departments.map((one) => one.name), contact: contact?.body ?? null, pages: contact?.menu ?? [] };
}
