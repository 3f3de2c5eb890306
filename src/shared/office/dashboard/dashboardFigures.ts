import { z } from 'zod';

/** The number of weeks in the charts, including the current one. */
export const figureWeeks = 12;

const count = z.int();

/** The key figures of a club: the last weeks, and how full the offers of each department are. */
export const dashboardFigures = z.object({
  weeks: z.array(
    z.object({
      monday: z.iso.date(),
      signUps: count,
      present: count,
      absent: count.describe('Absent or excused participants.'),
      held: count.describe('Sessions with a marked attendance.'),
      joined: count.describe('Members who joined.'),
    }),
  ),
  departments: z.array(z.object({ name: z.string(), places: count, taken: count })).describe('Seats of offers open for enrolment.'),
});

export type DashboardFigures = z.infer<typeof dashboardFigures>;
