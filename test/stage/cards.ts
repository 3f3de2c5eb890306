import { randomUUID } from 'node:crypto';
import type { AttendanceSheet, MarkResult } from '#shared/courses/attendance.ts';
import type { CardProduct, OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import type { Client, TestServer } from '../harness.ts';

/** An offer of RWA with dates on the days before today, and people without a seat in it. */
export async function makeOffer(server: TestServer, dates: number, people: number) {
  const courseId = randomUUID();
  const slug = `karte-${courseId}`;
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', 'Yoga offen', current_date - 90, 'published', now(), now())`,
    [courseId, slug],
  );
  const sessions = await server.sql<{ id: string }>(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, (now() at time zone 'Europe/Berlin')::date - n, now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour'
     from generate_series(0, $2::int - 1) n order by n desc returning id`,
    [courseId, dates],
  );
  const made = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at)
     select gen_random_uuid(), 'RWA', 'Karla', 'Karte ' || n, '1980-05-05', now(), now() from generate_series(1, $1::int) n returning id`,
    [people],
  );
  return { courseId, slug, sessions: sessions.map(({ id }) => id), people: made.map(({ id }) => id) };
}

/** A kind of card for an offer, made by the board. */
export async function makeProduct(board: Client, courseIds: string[], change: Partial<CardProduct> = {}): Promise<CardProduct> {
  const product = { title: 'Zehnerkarte Yoga', visits: 10, cents: 8000, validMonths: 12, courseIds, ...change };
  return (await board.post<CardProduct>('/api/card-products', { product })).body;
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** A sale of the office; valid since a month. Gives the ids of the cards. */
export async function sellCard(board: Client, product: CardProduct, personIds: string[], change: object = {}): Promise<string[]> {
  const sale = { key: randomUUID(), productId: product.id, personIds, validFrom: day(-30), left: product.visits, ...change };
  const answer = await board.post<{ ids: string[] }>('/api/cards', sale);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.ids;
}

/** A trainer's tap on a phone. */
export async function tap(trainer: Client, sessionId: string, personId: string, state: string | null): Promise<string | undefined> {
  const mark = { clientId: randomUUID(), sessionId, personId, state, markedAt: new Date().toISOString() };
  const { status, body } = await trainer.post<MarkResult[]>('/api/attendance', { marks: [mark] });
  return status === 200 ? body[0]?.result : String(status);
}

export const readCard = async (board: Client, id: string) => (await board.get<OpenedCard>(`/api/cards/${id}`)).body;

/** What the list of a date says of somebody's cards. */
export async function onSheet(trainer: Client, sessionId: string, personId: string) {
  const { people } = (await trainer.get<AttendanceSheet>(`/api/sessions/${sessionId}/attendance`)).body;
  return people.find((one) => one.personId === personId);
}
