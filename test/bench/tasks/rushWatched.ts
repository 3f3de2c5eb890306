import { setTimeout as pause } from 'node:timers/promises';
import { fillCourses, givePersons } from '../../stage/courses.ts';
import { becomes } from '../../stage/listeners.ts';
import { openPage, type OpenPage, type PageRead } from '../../stage/openPages.ts';
import { fillPeople, openSession } from '../../stage/people.ts';
import { cpuMsOf } from '../../stage/processes.ts';
import { percentile, Requests } from '../../stage/requests.ts';
import type { Figure, Stage, Task } from '../task.ts';

const rivals = 200;
const crowd = 1000;
const seats = 20;
/** Notices of a rush are held back and read one after the other; what it costs is known when all that is over. */
const settleMs = 5000;

type Person = { cookie: string; personId: string };
type Rush = {
  name: string;
  people: number;
  open: 'nothing' | 'the course page' | 'the start page';
  servers: readonly Requests[];
  hasWaitlist?: boolean;
};
type Outcome = { wallMs: number; p95Ms: number; refused: number; failedReads: number; cpuMs: number; isExact: boolean };

/** Enrolment opens and everybody has the page before them. */
export const task: Task = {
  line: 11,
  title: 'rush with everybody looking, 200 people for 20 seats',
  goal: 'all answered ≤ 1.5 s, p95 ≤ 1 s, nobody refused, exact; CPU ≤ 2× the rush with no page open; 1,000 people ≤ 8 s',
  product: async (stage) => {
    const users = await fillPeople(stage.database, crowd);
    const persons = await givePersons(stage.database, users);
    const people: Person[] = [];
    for (const [at, user] of users.entries()) people.push({ cookie: await openSession(stage.database, user), personId: persons[at] ?? '' });
    const one = [new Requests(stage.product.port, 2 * crowd)];
    const alone: Rush[] = [
      { name: 'no page open', people: rivals, open: 'nothing', servers: one },
      { name: 'course page open', people: rivals, open: 'the course page', servers: one },
      { name: 'course page, no waiting list', people: rivals, open: 'the course page', servers: one, hasWaitlist: false },
      { name: 'start page open', people: rivals, open: 'the start page', servers: one },
      { name: '1,000 people, course page', people: crowd, open: 'the course page', servers: one },
    ];
    // The first course of a server is for its warm-up; further courses fill the list of the start page.
    const courses = await fillCourses(stage.database, 100, 0);
    const figures: Figure[] = [];
    let quietCpuMs = Number.NaN;
    const measure = async (rushes: readonly Rush[], cpuMs: () => number) => {
      const [first] = rushes;
      if (first) await run(stage, { ...first, people: 50, open: 'nothing' }, courses.pop() ?? '', people, cpuMs);
      for (const rush of rushes) {
        const outcome = await run(stage, rush, courses.pop() ?? '', people, cpuMs);
        if (rush.open === 'nothing') quietCpuMs = outcome.cpuMs;
        figures.push(...figuresOf(rush, outcome, quietCpuMs));
      }
    };
    await measure(alone, () => stage.cpuMs(stage.product));
    const second = await stage.startProduct();
    const both = [...one, new Requests(second.port, 2 * crowd)];
    await measure(
      [{ name: 'course page, two processes', people: rivals, open: 'the course page', servers: both }],
      () => stage.cpuMs(stage.product) + cpuMsOf(second.pid),
    );
    return figures;
  },
};

async function run({ database }: Stage, rush: Rush, course: string, everybody: readonly Person[], cpuMs: () => number): Promise<Outcome> {
  const { open, servers, hasWaitlist = true } = rush;
  if (!hasWaitlist) await database.sql('update course set waitlist_max = 0 where id = $1', [course]);
  const people = everybody.slice(0, rush.people);
  const serverOf = (at: number) => servers[at % servers.length] ?? new Requests(0);
  const pages = new Map<Person, OpenPage>();
  for (const [at, person] of people.entries())
    if (open !== 'nothing') pages.set(person, await openPage(serverOf(at), person.cookie, readsOf(open, course)));
  const isCalm = () => becomes(() => [...pages.values()].every((page) => page.isCalm()), 60_000);
  await isCalm();
  const before = cpuMs();
  const begun = performance.now();
  const answers = await Promise.all(
    people.map(async (person, at) => {
      const answer = await serverOf(at).ask({
        method: 'POST',
        path: `/api/courses/${course}/registrations`,
        headers: { cookie: person.cookie },
        body: { personIds: [person.personId], acceptsTerms: true },
      });
      void pages.get(person)?.act([candidatesOf(course)]);
      return answer;
    }),
  );
  const wallMs = performance.now() - begun;
  await pause(open === 'nothing' ? 0 : settleMs);
  await isCalm();
  const spent = cpuMs() - before;
  for (const page of pages.values()) page.close();
  const [held] = await database.sql<{ seats: number; waiting: number }>(
    `select count(*) filter (where state = 'confirmed')::int as seats, count(*) filter (where state = 'waitlisted')::int as waiting
     from enrolment where course_id = $1`,
    [course],
  );
  return {
    wallMs,
    p95Ms: percentile(
      answers.map(({ ms }) => ms),
      0.95,
    ),
    // Without a waiting list latecomers are refused; that is an answer.
    refused: answers.filter(({ status }) => status !== 200 && (hasWaitlist || status !== 409)).length,
    failedReads: [...pages.values()].reduce((sum, { failed }) => sum + failed.length, 0),
    cpuMs: spent,
    isExact: held?.seats === Math.min(seats, rush.people) && held.waiting === (hasWaitlist ? rush.people - held.seats : 0),
  };
}

/** The people that a viewer may enrol: part of the answer to an enrolment. */
function candidatesOf(course: string): string[] {
  return ['courses', 'candidates', course];
}

/** What the page of a course and the start page read, by the keys of their queries. */
function readsOf(open: Rush['open'], course: string): PageRead[] {
  if (open === 'the start page')
    return [
      { queryKey: ['courses', 'public'], path: '/api/courses', meta: { isForEverybody: true } },
      { queryKey: ['payload', 'home'], path: '/payload/home.json' },
    ];
  return [
    { queryKey: ['courses', 'page', course], path: `/api/courses/${course}`, meta: { isOneRecord: true, isForEverybody: true } },
    { queryKey: candidatesOf(course), path: `/api/courses/${course}/candidates`, meta: { isOneRecord: true } },
  ];
}

function figuresOf({ name, people, open }: Rush, outcome: Outcome, quietCpuMs: number): Figure[] {
  const isCrowd = people > rivals;
  const figure = (what: string, unit: string, value: number, atMost: number): Figure => ({
    name: `${name}: ${what}`,
    unit,
    value,
    goal: { what: 'value', atMost },
  });
  return [
    figure('all answered', 'ms', outcome.wallMs, isCrowd ? 8000 : 1500),
    ...(isCrowd ? [] : [figure('p95 of one sign-up', 'ms', outcome.p95Ms, 1000)]),
    figure('refused, wrong seats', '', outcome.refused + Number(!outcome.isExact), 0),
    figure('failed readings', '', outcome.failedReads, 0),
    open === 'nothing' || isCrowd
      ? { name: `${name}: CPU`, unit: 'ms', value: outcome.cpuMs }
      : figure('CPU', 'ms', outcome.cpuMs, 2 * quietCpuMs),
  ];
}
