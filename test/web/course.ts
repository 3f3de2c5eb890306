import type { EditedCourse, ManagedCourse } from '../../src/shared/courses/courseShapes.ts';
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
    prices: [],
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

/** A course of the club, open for everybody, as the list of offers has it. */
export function managedCourseOf(changes: Partial<ManagedCourse>): ManagedCourse {
  return {
    id: '8c1d2e3f-4a5b-4c6d-8e7f-000000000001',
    slug: 'kurs',
    number: 'A-1',
    club: 'RWA',
    kind: 'course',
    title: 'Yoga',
    subtitle: '',
    department: null,
    place: '',
    image: null,
    imageAlt: '',
    ageMin: null,
    ageMax: null,
    gender: 'any',
    slots: [],
    startsOn: '2026-09-01',
    endsOn: '2027-01-31',
    placesMax: 10,
    free: 3,
    phase: { kind: 'open', text: 'Plätze frei', action: 'register' },
    priceFromCents: null,
    priceFrom: null,
    next: null,
    leaders: [],
    status: 'published',
    occupied: 7,
    waiting: 0,
    placesMin: null,
    nextSession: null,
    version: 1,
    ...changes,
  };
}
