import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { organisationsContract, type Organisation } from '#shared/halls/organisations.ts';
import { defaultSeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishesContract, type Wish } from '#shared/halls/seasons/wishes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { WishForm } from './WishForm.tsx';

const [seasonId, hallId, wishId, schoolId, ownId, departmentId] = ['1', '2', '3', '4', '5', '6'].map(
  (end) => `6a0d1f8e-3f0c-4d7d-9a01-00000000000${end}`,
) as [string, string, string, string, string, string];

test('a club enters a wish: numbers and local times are sent, for its own club', async () => {
  const { server, hand, onDone } = open();
  server.on(wishesContract.create, wish());
  await hand.fill('Gruppe', 'Handball-Minis');
  await hand.choose('Abteilung', 'Handball');
  await hand.choose('Altersgruppe', 'Kinder');
  // The usual hours of the group, as long as nobody enters others.
  expect([hand.field('Von').value, hand.field('Bis').value]).toEqual(['16:00', '18:00']);
  await hand.choose('Art', 'Spiel');
  await hand.fill('Personen', '18');
  await hand.choose('Wie oft', 'Alle zwei Wochen');
  await hand.choose('Sportstätte', 'Nordhalle');
  await hand.choose('Tag', 'Freitag');
  await hand.fill('Von', '15:30');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/seasons/${seasonId}/wishes`,
      body: {
        ...asked,
        groupName: 'Handball-Minis',
        departmentId,
        sport: 'Handball',
        kind: 'match',
        ageGroup: 'children',
        participants: 18,
        intervalWeeks: 2,
        options: [{ facilityId: hallId, weekday: 5, fromTime: '15:30', toTime: '18:00' }],
      },
    },
  ]);
  expect(() => hand.field('Für')).toThrow();
});

test('the manager enters a wish for an organisation without an account, never for a club that has one', async () => {
  const { server, hand, onDone } = open({ isManaged: true });
  server.on(wishesContract.create, wish());
  await waitFor(async () => expect(await hand.choices('Für')).toEqual(['Grundschule Nord']));
  await hand.choose('Für', 'Grundschule Nord');
  await hand.fill('Gruppe', 'Klasse 3b');
  await hand.press('Speichern');
  expect(hand.problem('Sportart')).toBe('Bitte die Sportart nennen.');
  await hand.fill('Sportart', 'Turnen');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ organisationId: schoolId, groupName: 'Klasse 3b', departmentId: null });
  expect(() => hand.field('Abteilung')).toThrow();
});

test('a time too short for the training and a duplicate time are reported at their fields', async () => {
  const { server, hand } = open();
  await hand.fill('Gruppe', 'Handball-Minis');
  await hand.fill('Sportart', 'Handball');
  await hand.fill('Bis', '19:00');
  await hand.press('Speichern');
  expect(hand.problem('Bis')).toBe('Zwischen 18:00 und 19:00 Uhr passen keine 90 Minuten.');
  await hand.fill('Bis', '22:00');
  await hand.choose('Tag', 'Dienstag');
  await hand.press('Wunschzeit hinzufügen');
  await hand.press('Speichern');
  await hand.reads('Wunschzeit 2 liegt schon in Wunschzeit 1.');
  expect(server.sent).toEqual([]);
});

test("beside a time are the hall's availability and its present holder", async () => {
  const windows = [{ weekday: 1, opens: '16:00', closes: '22:00', onlyClass: null }];
  const held = [{ weekday: 1, startTime: '19:00', endTime: '20:30', unitIds: [], holder: 'SC Blautal' }];
  const { hand } = open({ facilities: [{ facilityId: hallId, name: 'Nordhalle', units: [], bufferMinutes: 0, windows, held }] });
  await hand.choose('Sportstätte', 'Nordhalle');
  await hand.reads('Vergeben wird 16:00–22:00. Bisher: SC Blautal.');
  await hand.fill('Bis', '19:00');
  await hand.reads('Vergeben wird 16:00–22:00.');
});

test('the last wished time cannot be removed, and six is the maximum', async () => {
  const { hand } = open();
  expect(() => hand.button('Wunschzeit 1 entfernen')).toThrow();
  for (let count = 1; count < 6; count++) await hand.press('Wunschzeit hinzufügen');
  expect(() => hand.button('Wunschzeit hinzufügen')).toThrow();
  await hand.press('Wunschzeit 3 entfernen');
  expect(screen.getAllByLabelText('Von')).toHaveLength(5);
});

test('a stored wish is changed with its version and keeps all values; its organisation is kept', async () => {
  const { server, hand, onDone } = open({ isManaged: true }, wish({ note: 'Mit Toren', parts: 2 }));
  server.on(wishesContract.update, wish());
  expect(() => hand.field('Für')).toThrow();
  await hand.fill('Telefon', '0291 7');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'PUT',
      address: `/wishes/${wishId}`,
      body: { ...asked, groupName: 'Minis', sport: 'Handball', note: 'Mit Toren', parts: 2, contactPhone: '0291 7', version: 4 },
    },
  ]);
});

test('minutes are whole half hours, and server errors are shown at their fields', async () => {
  const { server, hand, onDone } = open({}, wish());
  server.on(wishesContract.update, () => refuse('invalid-input', { parts: 'So viele Teile hat keine Sportstätte.' }));
  await hand.fill('Dauer in Minuten', '');
  expect(hand.field('Dauer in Minuten').value).toBe('');
  await hand.fill('Dauer in Minuten', '75');
  await hand.press('Speichern');
  expect(hand.problem('Dauer in Minuten')).toBe('Bitte volle halbe Stunden.');
  await hand.fill('Dauer in Minuten', '60');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Hallenteile')).toBe('So viele Teile hat keine Sportstätte.'));
  expect(onDone).not.toHaveBeenCalled();
});

const exampleManaged = {
  shortName: '',
  position: 0,
  costCenter: '',
  head: null,
  deputy: null,
  associations: [],
  endedOn: null,
  members: 0,
  offers: 0,
  fees: [],
  version: 1,
};

/** What a wish says before anything is typed. */
const asked = {
  groupName: '',
  sport: '',
  departmentId: null,
  kind: 'training',
  ageGroup: 'adults',
  participants: 15,
  parts: 1,
  minutes: 90,
  timesPerWeek: 1,
  intervalWeeks: 1,
  contactName: 'Vera Vogel',
  contactPhone: '',
  note: '',
  options: [{ facilityId: null, weekday: 1, fromTime: '18:00', toTime: '22:00' }],
} as const;

function wish(changes: Partial<Wish> = {}): Wish {
  return {
    ...asked,
    options: [...asked.options],
    groupName: 'Minis',
    sport: 'Handball',
    id: wishId,
    seasonId,
    organisationId: ownId,
    organisation: 'RWA',
    club: 'RWA',
    department: '',
    orderNo: 1,
    state: 'draft',
    isKept: false,
    fixedClass: null,
    hint: '',
    may: ['change'],
    version: 4,
    ...changes,
  };
}

function season(changes: Partial<Season>): Season {
  return {
    id: seasonId,
    managerClub: 'RWA',
    name: 'Winter 2027/28',
    startsOn: '2027-10-01',
    endsOn: '2028-03-31',
    wishesFrom: '2027-03-01T23:00:00.000Z',
    wishesUntil: '2027-04-30T21:59:00.000Z',
    objectionsUntil: null,
    phase: 'open',
    criteria: '',
    instruction: '',
    rules: defaultSeasonRules,
    holidayMode: 'skip_both',
    stepMinutes: 30,
    isHeld: false,
    facilities: [{ facilityId: hallId, name: 'Nordhalle', units: [], bufferMinutes: 0, windows: [], held: [] }],
    isManaged: false,
    isAccepting: true,
    published: { done: 0, of: 0 },
    version: 1,
    ...changes,
  };
}

function organisation(id: string, name: string, club: Organisation['club']): Organisation {
  const address = { street: '', postcode: '', city: '', email: '', phone: '', note: '' };
  const kind = club ? ('portalClub' as const) : ('school' as const);
  const rest = {
    isLocal: true,
    isNonProfit: true,
    priorityClass: null,
    contacts: [],
    archivedOn: null,
    coming: 0,
    series: 0,
    weeklyMinutes: 0,
    wishes: 0,
    granted: 0,
    seenAt: null,
    version: 1,
  };
  return { id, name, club, managerClub: 'RWA', kind, ...address, ...rest };
}

function open(of: Partial<Season> = {}, stored?: Wish) {
  const viewer = userOf('admin');
  const server = signIn(viewer).on(organisationsContract.list, [
    organisation(schoolId, 'Grundschule Nord', null),
    organisation(ownId, 'SC Beispiel', 'SCB'),
  ]);
  server.on(departmentsContract.list, [{ id: departmentId, name: 'Handball', managed: { ...exampleManaged, sport: 'Handball' } }]);
  const onDone = vi.fn<() => void>();
  const hand = show(<WishForm season={season(of)} viewer={viewer} wish={stored} onDone={onDone} />);
  return { server, hand, onDone };
}
