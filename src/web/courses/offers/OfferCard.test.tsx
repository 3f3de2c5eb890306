import { expect, test } from 'vitest';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { managedCourseOf } from '#test/web/course.ts';
import { show } from '#test/web/page.tsx';
import { OfferCard } from './OfferCard.tsx';

test.each<[ListedCourse['priceFrom'], string]>([
  [{ cents: 3600, per: 'course', isOnly: true }, '36,00 €'],
  [{ cents: 3600, per: 'course', isOnly: false }, 'ab 36,00 €'],
  [{ cents: 1200, per: 'month', isOnly: true }, '12,00 € im Monat'],
  [{ cents: 0, per: 'course', isOnly: true }, 'kostenlos'],
  [null, 'kostenlos'],
])('a card shows a price that applies to everybody, and the lowest of several with "ab" (%j)', async (priceFrom, words) => {
  const hand = show(<OfferCard offer={managedCourseOf({ title: 'Yoga', priceFrom })} withClub={false} />);
  await hand.reads('Yoga');
  expect([...document.querySelectorAll('strong')].map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toContain(words);
});
