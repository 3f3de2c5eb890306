import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { compareNames } from '#shared/kernel/fullName.ts';

/** The requested and granted unit minutes of an organisation per week. */
export const figures = z.object({
  organisationId: id,
  organisation: z.string(),
  asked: z.number(),
  given: z.number(),
  youth: z.number().describe('Of the granted hours, those of children and young people.'),
  evening: z.number().describe('Of the granted hours, those between 18:00 and 21:00.'),
  first: z.int().describe('The number of times that match the first choice.'),
  kept: z.int().describe('The number of times at the place that the group has had so far.'),
  refused: z.int(),
});
export type Figures = z.infer<typeof figures>;

/** The columns by which the figures are sorted. */
export const figureSorts = ['organisation', 'asked', 'given', 'share', 'youth', 'evening', 'first', 'kept', 'refused'] as const;
type FigureSort = (typeof figureSorts)[number];

/** The part of a whole, between 0 and 1; 0 of nothing. */
export function shareOf(part: number, of: number): number {
  return of === 0 ? 0 : part / of;
}

const ranks: { readonly [sort in Exclude<FigureSort, 'organisation'>]: (row: Figures) => number } = {
  asked: ({ asked }) => asked,
  given: ({ given }) => given,
  share: ({ given, asked }) => shareOf(given, asked),
  youth: ({ youth, given }) => shareOf(youth, given),
  evening: ({ evening, given }) => shareOf(evening, given),
  first: ({ first }) => first,
  kept: ({ kept }) => kept,
  refused: ({ refused }) => refused,
};

/** The figures in the order of a column; equal ones by name. */
export function sortFigures(figures: readonly Figures[], sort: FigureSort, isDescending: boolean): Figures[] {
  const byName = (a: Figures, b: Figures) => compareNames(a.organisation, b.organisation);
  const sorted = figures.toSorted((a, b) => (sort === 'organisation' ? 0 : ranks[sort](a) - ranks[sort](b)) || byName(a, b));
  return isDescending ? sorted.toReversed() : sorted;
}
