import { eq } from 'drizzle-orm';
import { priceCategoryNames, type PriceCategory } from '#shared/courses/courseWords.ts';
import { coursePrices } from '../offers/service.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { CourseMoney } from '../planning/courseMoney.ts';
import { priceFromStart } from './seatPrice.ts';
import { onEnrolment } from './staffWrite.ts';
import { enrolment } from './table.ts';

/** Assigns another of the course's prices to an enrolment, e.g. after a proof was shown. Existing charges are unchanged. */
export function setPrice(
  context: Context,
  isCharged: CourseMoney['isCharged'],
  { id, priceCategory, version }: { id: string; priceCategory: PriceCategory; version: number },
): Promise<{ ok: true }> {
  return onEnrolment(context, id, 'participants.update', async (seats, row) => {
    const { tx } = seats.write;
    if (row.version !== version) throw new Problem('conflict');
    if (!('course' in seats)) throw new Problem('wrong-state');
    const price = (await coursePrices(tx, seats.course.id)).find(({ category }) => category === priceCategory);
    if (!price) throw fieldProblem('priceCategory', 'Diesen Preis gibt es in dem Kurs nicht.');
    if (await isCharged(tx, id))
      throw new Problem('wrong-state', { fields: [{ path: 'priceCategory', message: 'Der Preis ist schon abgerechnet.' }] });
    const full = { fullPriceCents: price.cents, pricePer: price.per };
    await tx
      .update(enrolment)
      .set({
        priceCategory,
        keepsPriceGroup: true,
        ...full,
        priceCents: await priceFromStart(tx, seats.course, row.startsOn, full),
        version: version + 1,
      })
      .where(eq(enrolment.id, id));
    return { answer: { ok: true } as const, content: `Preisgruppe ${priceCategoryNames[priceCategory]}` };
  });
}
