import { eq } from 'drizzle-orm';
import { priceCategoryNames, type PriceCategory } from '#shared/courses/courseWords.ts';
import { coursePrices } from '../offers/service.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { CourseMoney } from '../planning/courseMoney.ts';
import { onEnrolment } from './staffWrite.ts';
import { enrolment } from './table.ts';

/** Gives an enrolment another of the course's prices, e.g. after a proof was shown. What is charged already stays as it is. */
export function setPrice(
  context: Context,
  isCharged: CourseMoney['isCharged'],
  { id, priceCategory, version }: { id: string; priceCategory: PriceCategory; version: number },
): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async ({ write: { tx } }, row) => {
    if (row.version !== version) throw new Problem('conflict');
    if (!row.courseId) throw new Problem('wrong-state');
    const price = (await coursePrices(tx, row.courseId)).find(({ category }) => category === priceCategory);
    if (!price) throw fieldProblem('priceCategory', 'Diesen Preis gibt es in dem Kurs nicht.');
    if (await isCharged(tx, id))
      throw new Problem('wrong-state', { fields: [{ path: 'priceCategory', message: 'Der Preis ist schon abgerechnet.' }] });
    await tx
      .update(enrolment)
      .set({ priceCategory, priceCents: price.cents, version: version + 1 })
      .where(eq(enrolment.id, id));
    return { answer: { ok: true } as const, content: `Preisgruppe ${priceCategoryNames[priceCategory]}` };
  });
}
