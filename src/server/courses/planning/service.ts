export type { CourseMoney } from './courseMoney.ts';
