import { randomUUID } from 'node:crypto';
import type { EditedCourse } from '../src/shared/courses/courseShapes.ts';
import { makeHall } from './halls.ts';
import type { Client, TestServer } from './harness.ts';

/** Creates a published course on four Mondays in its own hall, with one enrolled guest. */
export async function makeMondays(server: TestServer, edda: Client, trainerId: string) {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const slot = { weekday: 1, startTime: '18:00', endTime: '19:30', facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1) };
  const { body: draft } = await edda.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title: 'Yoga',
    startsOn: '2027-01-11',
    endsOn: '2027-02-02',
    slots: [slot],
    prices: [{ category: 'non_member', cents: 6000 }],
    trainers: [{ personId: trainerId, role: 'lead' }],
    contactName: 'Edda Rotmuster',
    contactEmail: 'edda@example.org',
  });
  const { body: course } = await edda.post<EditedCourse>(`/api/manage/courses/${draft.id}/status`, {
    to: 'published',
    version: draft.version,
  });
  const email = `gast-${randomUUID().slice(0, 8)}@example.org`;
  await takeSeat(server, course.id, email);
  return { hall, course, email, sessionId: course.sessions[0]?.id ?? '' };
}

/** Inserts an enrolment of a person of a family. */
export async function takeSeat(server: TestServer, courseId: string, email: string): Promise<void> {
  await server.sql(
    `with one as (insert into person (id, club, firstname, lastname, created_at, updated_at)
       values (gen_random_uuid(), 'RWA', 'Gil', 'Gast', now(), now()) returning id)
     insert into enrolment (id, club, course_id, person_id, registered_at, state, contact_email)
     select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed', $2 from one`,
    [courseId, email],
  );
}
