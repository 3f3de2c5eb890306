import { randomUUID } from 'node:crypto';
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { CardProduct, CardProductInput, OfferedCard } from '#shared/courses/cards/cardShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { readParameter } from '#server/club/config/service.ts';
import { department } from '#server/club/departments/table.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { course } from '../offers/table.ts';
import { cardProduct, cardProductCourse, punchCard } from './table.ts';

export type ProductRow = typeof cardProduct.$inferSelect;

/** Whether a club sells cards. */
export function sellsCards(tx: Transaction, club: ClubName): Promise<boolean> {
  return readParameter(tx, `cards.${club}.sold`);
}

/** Throws if the club has disabled cards. */
export async function requireCardSales(tx: Transaction, club: ClubName): Promise<void> {
  if (!(await sellsCards(tx, club))) throw new Problem('cards-off');
}

/** The scope of products as German text, with the titles of their courses. */
export async function scopesOf(
  tx: Transaction,
  productIds: readonly string[],
): Promise<Map<string, { words: string; courseIds: string[] }>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: cardProduct.id, department: department.name, courseId: course.id, title: course.title })
    .from(cardProduct)
    .leftJoin(department, eq(department.id, cardProduct.departmentId))
    .leftJoin(cardProductCourse, eq(cardProductCourse.productId, cardProduct.id))
    .leftJoin(course, eq(course.id, cardProductCourse.courseId))
    .where(inArray(cardProduct.id, [...productIds]))
    .orderBy(asc(course.title), asc(course.id));
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, group]) => {
      const titles = group.flatMap(({ title }) => title ?? []);
      const of = group[0]?.department;
      return [
        id,
        { words: of ? `alle Angebote der Abteilung ${of}` : titles.join(', '), courseIds: group.flatMap(({ courseId }) => courseId ?? []) },
      ];
    }),
  );
}

/** The card products of a club, those on sale first, by title. */
export async function listProducts(tx: Transaction, club: ClubName): Promise<CardProduct[]> {
  const rows = await tx
    .select()
    .from(cardProduct)
    .where(eq(cardProduct.club, club))
    .orderBy(sql`${cardProduct.state} = 'ended'`, asc(cardProduct.title), asc(cardProduct.id))
    .limit(200);
  return toProducts(tx, rows);
}

async function toProducts(tx: Transaction, rows: readonly ProductRow[]): Promise<CardProduct[]> {
  const ids = rows.map(({ id }) => id);
  const scopes = await scopesOf(tx, ids);
  const counted = await tx
    .select({ productId: punchCard.productId, count: sql<number>`count(*)::int` })
    .from(punchCard)
    .where(and(inArray(punchCard.productId, ids), isValid()))
    .groupBy(punchCard.productId);
  const valid = new Map(counted.map(({ productId, count }) => [productId, count]));
  return rows.map(({ id, createdAt: _createdAt, ...row }) => ({
    ...row,
    id,
    courseIds: scopes.get(id)?.courseIds ?? [],
    scope: scopes.get(id)?.words ?? '',
    valid: valid.get(id) ?? 0,
  }));
}

/** The condition for cards that can still be used. */
export function isValid() {
  return and(
    eq(punchCard.state, 'sold'),
    gte(punchCard.validUntil, today()),
    sql`${punchCard.used} + ${punchCard.corrected} < ${punchCard.visits}`,
  );
}

/** Creates a product. Requires the scope of its club. */
export async function createProduct(write: Write, club: ClubName, { courseIds, ...input }: CardProductInput): Promise<CardProduct> {
  await requireCardSales(write.tx, club);
  await checkScope(write.tx, club, { ...input, courseIds });
  const id = randomUUID();
  const [row] = await write.tx
    .insert(cardProduct)
    .values({ id, club, ...input, createdAt: now() })
    .returning();
  if (!row) throw new Error('The kind of card was not written.');
  await nameCourses(write.tx, id, courseIds);
  return written(write, row, `Art von Karte angelegt: ${row.title}`);
}

/** Updates a product. Sold cards keep their terms. */
export async function updateProduct(context: Context, write: Write, id: string, input: CardProductInput, version: number) {
  const { tx } = write;
  const [row] = await tx.select().from(cardProduct).where(eq(cardProduct.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  await requireFeature(context, 'cardProducts.manage', row.club);
  allow(context, 'cardProducts.manage', targetOf(context, row.club));
  if (row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  const { courseIds, ...values } = input;
  await checkScope(tx, row.club, input);
  await keepPromised(tx, row, input);
  await tx.delete(cardProductCourse).where(eq(cardProductCourse.productId, id));
  const [after] = await tx
    .update(cardProduct)
    .set({ ...values, version: version + 1 })
    .where(eq(cardProduct.id, id))
    .returning();
  if (!after) throw new Problem('not-found');
  await nameCourses(tx, id, courseIds);
  return written(write, after, `Art von Karte geändert: ${after.title}`, row);
}

async function written(write: Write, row: ProductRow, content: string, before?: ProductRow): Promise<CardProduct> {
  const { club, id } = row;
  write.audit('cardProducts.manage', { club, id, entity: 'participations' }, content, { ...(before && { before }), after: row });
  write.changed({ collection: 'participations', club, entityId: id });
  // The pages of its courses show it.
  write.changed({ collection: 'courses', club });
  const [product] = await toProducts(write.tx, [row]);
  if (!product) throw new Problem('not-found');
  return product;
}

async function nameCourses(tx: Transaction, productId: string, courseIds: readonly string[]): Promise<void> {
  const ids = [...new Set(courseIds)];
  if (ids.length > 0) await tx.insert(cardProductCourse).values(ids.map((courseId) => ({ productId, courseId })));
}

/** Checks that the department and the courses belong to the club. */
async function checkScope(
  tx: Transaction,
  club: ClubName,
  { departmentId, courseIds }: Pick<CardProductInput, 'departmentId' | 'courseIds'>,
) {
  const ids = [...new Set(courseIds)];
  const known = await tx.$count(course, and(inArray(course.id, ids), eq(course.club, club), eq(course.isTemplate, false)));
  if (known !== ids.length)
    throw new Problem('not-found', { fields: [{ path: 'product.courseIds', message: 'Eines dieser Angebote gibt es nicht (mehr).' }] });
  if (departmentId && (await tx.$count(department, and(eq(department.id, departmentId), eq(department.club, club)))) === 0)
    throw fieldProblem('product.departmentId', 'Diese Abteilung gibt es nicht (mehr).');
}

/** Protects buyers: while cards of this product are usable, its scope must not be narrowed. */
async function keepPromised(tx: Transaction, row: ProductRow, next: CardProductInput): Promise<void> {
  const before = (await scopesOf(tx, [row.id])).get(row.id)?.courseIds ?? [];
  const isLess = row.departmentId === null ? before.some((one) => !next.courseIds.includes(one)) : next.departmentId !== row.departmentId;
  if (!isLess) return;
  const count = await tx.$count(punchCard, and(eq(punchCard.productId, row.id), isValid()));
  if (count === 0) return;
  const path = row.departmentId === null ? 'product.courseIds' : 'product.departmentId';
  throw fieldProblem(
    path,
    `${count === 1 ? 'Eine verkaufte Karte gilt' : `${count} verkaufte Karten gelten`} noch dafür. Stellen Sie diese Karte ein und legen Sie eine neue an.`,
  );
}

/** The products that families can buy for a course, cheapest first; empty if the club has disabled cards. */
export async function offeredCards(tx: Transaction, { id, club }: { id: string; club: ClubName }): Promise<OfferedCard[]> {
  const rows = await tx
    .select(offeredColumns)
    .from(cardProduct)
    .where(and(eq(cardProduct.club, club), eq(cardProduct.state, 'offered'), sql`card_covers(${cardProduct.id}, ${id})`))
    .orderBy(asc(cardProduct.cents), asc(cardProduct.id));
  return rows.length > 0 && (await sellsCards(tx, club)) ? rows : [];
}

const offeredColumns = {
  id: cardProduct.id,
  title: cardProduct.title,
  visits: cardProduct.visits,
  validMonths: cardProduct.validMonths,
  cents: cardProduct.cents,
};
