import { fillCourses, givePersons } from '../../stage/courses.ts';
import { fillPeople, openSession } from '../../stage/people.ts';
import { median, percentile } from '../../stage/requests.ts';
import { Requests } from '../../stage/requests.ts';
import type { Task } from '../task.ts';

const rivals = 200;
const seats = 20;

/** Two hundred people for twenty places at once, on two server processes, round after round. */
export const task: Task = {
  line: 3,
  title: '200 rivals for 20 places, two processes',
  goal: 'exactly the places in every round, nobody refused; audit row included',
  product: async (stage) => {
    const rounds = stage.isQuick ? 3 : 25;
    const users = await fillPeople(stage.database, rivals);
    const persons = await givePersons(stage.database, users);
    const cookies = await Promise.all(users.map((user) => openSession(stage.database, user)));
    const courses = await fillCourses(stage.database, rounds, 0);
    const second = await stage.startProduct();
    const servers = [stage.product.requests, new Requests(second.port, rivals)];
    const walls: number[] = [];
    const slowest: number[] = [];
    let refused = 0;
    for (const course of courses) {
      const begun = performance.now();
      const answers = await Promise.all(
        cookies.map((cookie, at) =>
          servers[at % 2]?.ask({
            method: 'POST',
            path: `/api/courses/${course}/registrations`,
            headers: { cookie },
            body: { personIds: [persons[at]], acceptsTerms: true },
          }),
        ),
      );
      walls.push(performance.now() - begun);
      refused += answers.filter((one) => one?.status !== 200).length;
      slowest.push(
        percentile(
          answers.map((one) => one?.ms ?? 0),
          0.99,
        ),
      );
    }
    const [wrong] = await stage.database.sql<{ count: number }>(
      "select count(*)::int as count from (select course_id from enrolment where course_id = any($1) group by course_id having count(*) filter (where state = 'confirmed') <> $2 or count(*) filter (where state = 'waitlisted') <> $3) as one",
      [courses, seats, rivals - seats],
    );
    return [
      {
        name: `rounds of ${rounds} with a wrong number of places`,
        unit: '',
        value: wrong?.count ?? Number.NaN,
        goal: { what: 'value', atMost: 0 },
      },
      { name: 'people who were refused or failed', unit: '', value: refused, goal: { what: 'value', atMost: 0 } },
      { name: 'all 200 answered', unit: 'ms', value: median(walls) },
      { name: 'p99 of one sign-up', unit: 'ms', value: median(slowest), goal: { what: 'value', atMost: 3000 } },
    ];
  },
};
