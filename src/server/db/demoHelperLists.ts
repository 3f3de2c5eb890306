import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { event } from '#server/events/table.ts';
import { helperList, assignment, item, itemPledge, shift } from '#server/helpers/lists/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';

type DemoShift = [area: string, task: string, from: string, to: string, needed: number, filled: number, ageMin?: number];

const shifts: readonly DemoShift[] = [
  ['Aufbau', 'Bänke und Zelte aufstellen', '08:00', '10:30', 6, 4],
  ['Essen', 'Grill', '11:00', '14:00', 3, 3, 16],
  ['Essen', 'Grill', '14:00', '17:00', 3, 1, 16],
  ['Essen', 'Kuchenstand', '11:00', '14:00', 2, 2],
  ['Essen', 'Kuchenstand', '14:00', '17:00', 2, 0],
  ['Getränke', 'Theke', '17:00', '20:00', 4, 2, 18],
  ['Getränke', 'Theke', '20:00', '01:00', 4, 1, 18],
  ['Spiele', 'Hüpfburg beaufsichtigen', '12:00', '16:00', 2, 1],
  ['Abbau', 'Aufräumen', '09:00', '11:00', 6, 2],
];

const things: readonly [label: string, needed: number, brings: number][] = [
  ['Kuchen', 12, 2],
  ['Salat', 8, 1],
  ['Biertischgarnitur', 4, 4],
];

/** Two helper lists of RWA: an open one, and one of last month with confirmed hours. */
export async function fillHelperLists({ tx }: Write): Promise<void> {
  const helpers = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.club, 'RWA'), isNotNull(person.birthDate), lt(person.birthDate, addDays(today(), -30 * 365))))
    .orderBy(asc(person.lastname), asc(person.id))
    .limit(40);
  const next = addDays(today(), 24);
  const [fest] = await tx
    .insert(event)
    .values({
      id: randomUUID(),
      club: 'RWA',
      title: 'Winterfest am Vereinsheim',
      kind: 'festival',
      startsAt: instantOf(next, '11:00'),
      endsAt: instantOf(next, '22:00'),
      place: 'Vereinsheim',
      description: 'Grill, Kuchen und Spiele für alle.',
      state: 'published',
    })
    .returning();
  const description = 'Ohne Sie gibt es kein Fest: Schon eine Schicht hilft. Wer eingetragen ist, bekommt Essen und Getränke frei.';
  await makeList(tx, { title: 'Winterfest: Helferliste', eventId: fest?.id ?? null, day: next, state: 'open', description }, helpers);
  const past = { title: 'Herbstlauf: Helferliste', eventId: null, day: addDays(today(), -30), state: 'done' as const, description: '' };
  await makeList(tx, past, helpers);
}

type List = { title: string; eventId: string | null; day: string; state: 'open' | 'done'; description: string };

async function makeList(tx: Transaction, { day, ...values }: List, helpers: readonly { id: string }[]): Promise<void> {
  const id = randomUUID();
  await tx.insert(helperList).values({
    ...values,
    id,
    club: 'RWA',
    startsOn: day,
    endsOn: addDays(day, 1),
    visibility: 'link',
    publicToken: randomBytes(18).toString('base64url'),
    contact: 'Erika Beispiel, 0200 123456',
    createdAt: now(),
  });
  await fillItems(tx, id, values.state, helpers);
  let next = 0;
  for (const [area, task, from, to, needed, filled, ageMin] of shifts) {
    const on = area === 'Abbau' ? addDays(day, 1) : day;
    const times = { startsAt: instantOf(on, from), endsAt: instantOf(to < from ? addDays(on, 1) : on, to) };
    const shiftId = randomUUID();
    const made = {
      id: shiftId,
      club: 'RWA' as const,
      helperListId: id,
      area,
      task,
      place: 'Vereinsheim',
      needed,
      ageMin: ageMin ?? null,
    };
    await tx.insert(shift).values({ ...made, ...times });
    const count = values.state === 'done' ? needed : filled;
    for (const { id: personId } of helpers.slice(next, next + count)) {
      const isDone = values.state === 'done';
      await tx.insert(assignment).values({
        ...times,
        id: randomUUID(),
        club: 'RWA',
        shiftId,
        personId,
        helperKey: personId,
        state: isDone ? 'done' : 'confirmed',
        creditedMinutes: isDone ? Math.round((times.endsAt.getTime() - times.startsAt.getTime()) / 60_000) : null,
        createdAt: now(),
      });
    }
    next += count;
  }
}

async function fillItems(tx: Transaction, helperListId: string, state: List['state'], helpers: readonly { id: string }[]): Promise<void> {
  for (const [at, [label, needed, brings]] of things.entries()) {
    const itemId = randomUUID();
    const createdAt = new Date(now().getTime() + at);
    await tx.insert(item).values({ id: itemId, club: 'RWA', helperListId, label, needed, createdAt });
    const [helper] = helpers.slice(-1 - at);
    if (helper)
      await tx.insert(itemPledge).values({
        id: randomUUID(),
        club: 'RWA',
        itemId,
        personId: helper.id,
        quantity: state === 'done' ? needed : brings,
        createdAt,
      });
  }
}
