import { importTask } from '../importTask.ts';

/** Members with their mandates: a third of the bare speed, since each account is checked and sealed. */
export const task = importTask({
  title: 'import of members with mandates',
  goal: 'at most 3 times the reference; slope ≤ 1.05 from 1,000 to 10,000',
  sizes: [1000, 10_000],
  hasMandates: true,
  ratioAtLeast: 0.334,
  growthAtMost: 1.05,
});
