import { importTask } from '../importTask.ts';

/** Members without accounts. */
export const task = importTask({
  title: 'import of members',
  goal: '≥ 0.35× reference; slope ≤ 1.05 from 10,000 to 30,000',
  sizes: [10_000, 30_000],
  hasMandates: false,
  ratioAtLeast: 0.35,
  growthAtMost: 1.05,
});
