import type { EditedCourse } from '../../src/shared/courses/courseShapes.ts';
import { newCourse } from '../../src/web/courses/planning/courseForm.ts';

export const slotId = '8c1d2e3f-4a5b-4c6d-8e7f-000000000003';

/** A draft of an offer on Mondays, as its editor gets it. */
export function editedCourseOf(changes: Partial<EditedCourse> = {}): EditedCourse {
  const slot = { id: slotId, weekday: 1, startTime: '18:00', endTime: '19:00', place: '', facilityId: null, unitIds: [] };
  return {
    ...newCourse(),
    title: 'Yoga',
    startsOn: '2027-01-11',
    endsOn: '2027-03-29',
    slots: [slot],
    id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000001',
    club: 'RWA',
    slug: 'yoga',
    status: 'draft',
    isTemplate: false,
    cancelReason: null,
    occupied: 0,
    waiting: 0,
    trainerNames: {},
    sessions: [],
    skipped: [],
    missing: [],
    warnings: [],
    history: [],
    version: 5,
    ...changes,
  };
}
