import { expect, test } from 'vitest';
import type { EditedCourse } from '../../src/shared/courses/courseShapes.ts';
import type { OwnPerson } from '../../src/shared/people/people.ts';
import { localOf, weekdayOf } from '../../src/shared/kernel/calendar.ts';
import { desktop, isKept, phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

/** A draft that begins today, with everything but its publication. */
async function draft(): Promise<EditedCourse> {
  const edda = await play.server.signedIn('editor');
  const till = await play.server.signedIn('trainer');
  const [trainer] = (await till.get<OwnPerson[]>('/api/people/mine')).body;
  const today = localOf(new Date()).date;
  const answer = await edda.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title: 'Reise durch den Kurs',
    startsOn: today,
    endsOn: `${Number(today.slice(0, 4)) + 1}-12-20`,
    holidayMode: 'keep',
    slots: [{ weekday: weekdayOf(today), startTime: '00:00', endTime: '23:59' }],
    prices: [{ category: 'non_member', cents: 0 }],
    trainers: [{ personId: trainer?.id, role: 'lead' }],
    contactName: 'Edda',
    contactEmail: 'edda@example.org',
    placesMax: 5,
    requiresGuardian: false,
  });
  return answer.body;
}

/** The first name of the youngest child of the reader, for whom the way home is asked. */
async function youngChild(): Promise<string> {
  const people = (await (await play.server.signedIn('reader')).get<OwnPerson[]>('/api/people/mine')).body;
  const children = people.filter(({ relation }) => relation === 'guardian');
  return children.toSorted((a, b) => (b.birthDate ?? '').localeCompare(a.birthDate ?? ''))[0]?.firstname ?? '';
}

test('a course is published, somebody signs up on a phone, and attendance is marked without a network and seen afterwards', async () => {
  const course = await draft();
  const office = await visit({ role: 'editor', ...desktop });
  await office.goto(`/admin/courses/${course.id}`);
  await office.getByRole('button', { name: 'Veröffentlichen' }).click();
  await office.getByText('Veröffentlicht', { exact: true }).first().waitFor();

  const parent = await visit({ role: 'reader', ...phone });
  await parent.goto(`/id/${course.slug}`);
  await parent.getByRole('heading', { level: 1, name: 'Reise durch den Kurs' }).waitFor();
  await parent.getByRole('checkbox', { name: new RegExp(await youngChild()) }).check();
  await parent.getByLabel('wird abgeholt').check();
  await parent.getByLabel('Ich melde verbindlich an').check();
  await parent.getByRole('button', { name: 'Verbindlich anmelden' }).click();
  await parent.getByText('schon dabei: angemeldet').first().waitFor();

  const [session] = course.sessions;
  const list = `/admin/mobile/participantList?session=${session?.id}`;
  const hall = await visit({ role: 'trainer', ...phone });
  await hall.goto(list);
  await hall.getByRole('button', { name: 'da', exact: true }).first().waitFor();
  await hall.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The second time the page comes through the worker, which keeps what it is made of.
  await hall.reload();
  await hall.getByRole('button', { name: 'da', exact: true }).first().waitFor();
  await isKept(hall);

  await hall.context().setOffline(true);
  await hall.reload();
  await hall.getByRole('button', { name: 'da', exact: true }).first().click();
  await hall.getByText('auf diesem Telefon gemerkt').waitFor();
  await hall.context().setOffline(false);
  await hall.evaluate(() => dispatchEvent(new Event('online')));
  await hall.getByText('auf diesem Telefon gemerkt').waitFor({ state: 'detached' });

  await office.goto(`/admin/participants?course=${course.id}`);
  await office.getByText('1 von').first().waitFor();
  const marks = await play.server.sql<{ state: string }>('select state from attendance where session_id = $1', [session?.id]);
  expect(marks).toEqual([{ state: 'present' }]);

  const board = await visit({ role: 'admin', ...desktop });
  await board.goto(`/admin/courseStat?from=${session?.localDate}&to=${session?.localDate}`);
  const row = board.getByRole('row', { name: /Reise durch den Kurs/ });
  await row.waitFor();
  await board.getByRole('button', { name: 'Spalten' }).click();
  await board.getByRole('checkbox', { name: 'Anwesend', exact: true }).check();
  await board.keyboard.press('Escape');
  await board.getByRole('columnheader', { name: 'Anwesend', exact: true }).waitFor();
  const head = await board.getByRole('columnheader').allInnerTexts();
  // The first column names the row, and is no cell.
  expect(
    await row
      .getByRole('cell')
      .nth(head.indexOf('Anwesend') - 1)
      .innerText(),
  ).toBe('1');
});
