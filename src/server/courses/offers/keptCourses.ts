import { coursePage, type CoursePage } from '#shared/courses/courseShapes.ts';
import type { Collection } from '#shared/kernel/collections.ts';
import { readFeature } from '#server/club/clubs/service.ts';
import { readFresh } from '#server/platform/database/replica.ts';
import { readVersionOf } from '#server/platform/database/versions.ts';
import type { Services } from '#server/platform/http/context.ts';
import { KeptAnswers } from '#server/platform/http/keptAnswers.ts';
import { Prepared } from '#server/platform/http/prepared.ts';
import { together } from '#server/platform/http/together.ts';
import { factsOf, type CourseFacts } from '../enrolments/judge.ts';
import { seatsOf } from '../enrolments/seats.ts';
import { courseAt, coursePageOf } from './page.ts';
import type { CourseRow } from './service.ts';

/** The public page of a course, prepared for sending. */
export type KeptPage = { row: CourseRow; course: CoursePage; page: Prepared; version: number };

/** The facts for judging an enrolment in a course that are the same for everybody. */
export type KeptFacts = { row: CourseRow; hasRegistration: boolean; facts: CourseFacts };

/** Collections whose changes affect a course page: the course and its seats, halls, departments, names of trainers, feature flags. */
const shownCollections: readonly Collection[] = ['courses', 'facilities', 'departments', 'participants', 'members', 'config'];
const keptBytes = 8 * 1024 * 1024;
/** The approximate memory of an entry without the bytes of its page. */
const rowBytes = 4096;

/** Caches the pages and facts of courses per version; concurrent requests share one read. */
export class KeptCourses {
  readonly #database: Services['database'];
  readonly #versionNow: () => Promise<number>;
  readonly #pages = new KeptAnswers<KeptPage>(keptBytes, ({ page }) => rowBytes + page.plain.length + page.bytes);
  readonly #facts = new KeptAnswers<KeptFacts>(keptBytes, () => rowBytes);

  constructor({ database }: Pick<Services, 'database'>) {
    this.#database = database;
    this.#versionNow = together(() => readVersionOf(database, shownCollections));
  }

  /** The current page of a course by id or slug; 404 if there is none. */
  async page(address: string): Promise<KeptPage> {
    const version = await this.#versionNow();
    return this.#pages.read(address, version, async (atLeast) => {
      const isFresh = async (source: Services['database']) => (await readVersionOf(source, shownCollections)) >= atLeast;
      const { row, page } = await readFresh(this.#database, isFresh, async ({ orm, read }) => {
        const found = await courseAt(orm, address);
        const hasRegistration = await readFeature(orm, found.club, 'participations');
        return { row: found, page: await read({ club: found.club }, (tx) => coursePageOf(tx, found, hasRegistration)) };
      });
      const course = coursePage.parse(page);
      return { row, course, page: new Prepared(JSON.stringify(course)), version };
    });
  }

  /** The current facts for judging enrolments in a course; 404 if there is none. */
  async facts(id: string): Promise<KeptFacts> {
    const version = await this.#versionNow();
    return this.#facts.read(id, version, async () => {
      const row = await courseAt(this.#database.orm, id);
      const hasRegistration = await readFeature(this.#database.orm, row.club, 'participations');
      const facts = await this.#database.read({ club: row.club }, async (tx) => factsOf(tx, row, await seatsOf(tx, { courseId: row.id })));
      return { row, hasRegistration, facts };
    });
  }
}
