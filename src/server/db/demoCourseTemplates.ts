import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseFields } from '#shared/courses/courseShapes.ts';
import { makeCourse } from '#server/courses/planning/write.ts';
import type { Transaction } from '#server/platform/database/database.ts';

type Kept = { today: LocalDate; departments: ReadonlyMap<string, string>; trainerId: string };

const templates = [
  { title: 'Rückenfit', department: 'Gesundheit', kind: 'prevention', ageMin: 18, weekday: 2, startTime: '19:00', endTime: '20:00' },
  {
    title: 'Anfängerschwimmen Seepferdchen',
    department: 'Schwimmen',
    kind: 'course',
    ageMin: 5,
    weekday: 4,
    startTime: '16:00',
    endTime: '16:45',
  },
] as const;

/** Templates for courses that are repeated every half-year. */
export async function fillTemplates(tx: Transaction, club: ClubName, { today, departments, trainerId }: Kept): Promise<void> {
  for (const { title, department, kind, ageMin, ...slot } of templates) {
    const fields = courseFields.parse({
      title,
      kind,
      ageMin,
      departmentId: departments.get(department) ?? null,
      startsOn: today,
      endsOn: addDays(today, 11 * 7),
      slots: [slot],
      placesMin: 6,
      placesMax: 12,
      prices: [
        { category: 'member', cents: 4500 },
        { category: 'non_member', cents: 9000 },
      ],
      trainers: [{ personId: trainerId, role: 'lead' }],
      contactName: 'Geschäftsstelle',
      contactEmail: 'kurse@example.org',
    });
    await makeCourse(tx, club, fields, null, { isTemplate: true });
  }
}
