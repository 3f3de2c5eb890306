import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { facilitiesContract, type Facility, type FacilityInput } from '#shared/halls/facilities.ts';
import { refuse } from '#test/web/server.ts';
import { show, type Hand, signIn, userOf } from '#test/web/page.tsx';
import { FacilityForm } from './FacilityForm.tsx';
import { newFacility } from './facilityValues.ts';

const id = '6a0d1f8e-3f0c-4d7d-9a01-0123456789ab';
const partIds = ['6a0d1f8e-3f0c-4d7d-9a01-000000000001', '6a0d1f8e-3f0c-4d7d-9a01-000000000002'];
const board = userOf('admin');

test('a new facility is sent with the default rules of its club and a slug from its name', async () => {
  const { server, hand, onDone } = open();
  server.on(facilitiesContract.create, stored);
  await hand.fill('Name', 'Halle am Bäch');
  await hand.user.tab();
  expect(hand.field('Adresse der Türseite').value).toBe('halle-am-baech');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(id));
  expect(server.sent).toEqual([
    { method: 'POST', address: '/facilities', body: { ...newFacility(board), name: 'Halle am Bäch', slug: 'halle-am-baech' } },
  ]);
  await hand.reads('„Halle am Bäch“ ist gespeichert.');
});

test('a typed slug is not replaced by that of the name', async () => {
  const { hand } = open();
  await hand.fill('Adresse der Türseite', 'bachhalle');
  await hand.fill('Name', 'Halle am Bach');
  await hand.user.tab();
  expect(hand.field('Adresse der Türseite').value).toBe('bachhalle');
});

test('every field is sent as entered, in the unit of the server', async () => {
  const { server, hand, onDone } = open(stored(existing));
  server.on(facilitiesContract.update, ({ version: _version, id: _id, ...input }) => ({ ...stored(input), outside: 0 }));
  const texts: { readonly [label: string]: string } = {
    Name: 'Sporthalle Nord',
    'Adresse der Türseite': 'nord',
    'Höchstens Personen': '199',
    'Straße und Hausnummer': 'Nordweg 3',
    Postleitzahl: '59871',
    Ort: 'Auenfeld',
    'Breite (Karte)': '51.25',
    'Länge (Karte)': '8.5',
    'Name des Eigentümers': 'Stadt Auenfeld',
    Hausmeister: 'Udo Uhl',
    'Telefon des Hausmeisters': '0291 1',
    'Hinweis zum Schlüssel': 'Im Kasten',
    'Puffer nach jeder Belegung (Minuten)': '10',
    'Kürzeste Zeit (Minuten)': '45',
    'Längste Zeit (Minuten)': '180',
    'Mindestens … Tage vorher': '2',
    'Höchstens … Tage im Voraus': '90',
    'Mindestens Personen': '6',
    Beschreibung: 'Mit Tribüne',
    Belag: 'Linoleum',
  };
  await unfold(hand);
  for (const [label, text] of Object.entries(texts)) await hand.fill(label, text);
  await hand.choose('Art', 'Sportplatz');
  await hand.choose('Gehört', 'Stadt oder Gemeinde');
  await hand.choose('Raster', '30 Minuten');
  await hand.choose('Der Plan an der Tür zeigt', 'Verein und Titel');
  for (const label of ['Buchungen brauchen eine Zusage', 'In Schulferien geschlossen', 'An Feiertagen geschlossen', 'Wird vergeben'])
    await hand.tick(label);
  await hand.tick('Barrierefrei zugänglich');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent.map(({ body }) => body)).toEqual([
    {
      ...existing,
      version: 4,
      name: 'Sporthalle Nord',
      slug: 'nord',
      kind: 'pitch',
      capacityPersons: 199,
      street: 'Nordweg 3',
      postcode: '59871',
      city: 'Auenfeld',
      latitude: 51.25,
      longitude: 8.5,
      ownerKind: 'municipality',
      ownerName: 'Stadt Auenfeld',
      caretakerName: 'Udo Uhl',
      caretakerPhone: '0291 1',
      keyNote: 'Im Kasten',
      gridMinutes: 30,
      bufferMinutes: 10,
      minMinutes: 45,
      maxMinutes: 180,
      leadDays: 2,
      maxAdvanceDays: 90,
      minParticipants: 6,
      publicDetail: 'title',
      needsApproval: true,
      closedInSchoolHolidays: true,
      closedOnPublicHolidays: true,
      isActive: false,
      description: 'Mit Tribüne',
      surface: 'Linoleum',
      isAccessible: true,
    },
  ]);
});

test('an empty number is sent as none, or as the minimum of its rule', async () => {
  const { server, hand, onDone } = open(stored({ ...existing, capacityPersons: 80, minParticipants: 5, bufferMinutes: 15, leadDays: 3 }));
  server.on(facilitiesContract.update, ({ version: _version, id: _id, ...input }) => ({ ...stored(input), outside: 0 }));
  await unfold(hand);
  for (const label of ['Höchstens Personen', 'Mindestens Personen', 'Puffer nach jeder Belegung (Minuten)', 'Mindestens … Tage vorher'])
    await hand.fill(label, '');
  for (const label of ['Kürzeste Zeit (Minuten)', 'Längste Zeit (Minuten)', 'Höchstens … Tage im Voraus']) await hand.fill(label, '');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({
    capacityPersons: null,
    minParticipants: null,
    bufferMinutes: 0,
    leadDays: 0,
    minMinutes: 5,
    maxMinutes: 1440,
    maxAdvanceDays: 400,
  });
});

test('each invalid field shows a German message, its section expands, and nothing is sent', async () => {
  const { server, hand } = open();
  await hand.fill('Name', '  ');
  await hand.fill('Adresse der Türseite', 'Halle Nord');
  await hand.press('Ort, Eigentümer, Kontakt');
  await hand.fill('Postleitzahl', '598');
  await hand.press('Ort, Eigentümer, Kontakt');
  await hand.fill('Teil 1', '');
  await hand.press('Speichern');
  expect(hand.problem('Name')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Adresse der Türseite')).toBe('Bitte nur Kleinbuchstaben, Ziffern und Bindestriche.');
  expect(hand.problem('Postleitzahl')).toBe('Bitte fünf Ziffern.');
  expect(hand.problem('Teil 1')).toBe('Bitte ausfüllen.');
  expect(hand.button('Ort, Eigentümer, Kontakt').getAttribute('aria-expanded')).toBe('true');
  expect(hand.button('Bild und Beschreibung').getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(hand.field('Name'));
  expect(server.sent).toEqual([]);
});

test.each<[string, Partial<FacilityInput>, string, string, string]>([
  [
    'the longest time below the shortest',
    { minMinutes: 120, maxMinutes: 60 },
    'Längste Zeit (Minuten)',
    'Die längste Zeit muss mindestens so lang wie die kürzeste sein.',
    'Buchungsregeln',
  ],
  [
    'a club as owner without a club',
    { ownerClub: null },
    'Verein als Eigentümer',
    'Bitte den Verein wählen, dem die Sportstätte gehört.',
    'Ort, Eigentümer, Kontakt',
  ],
  [
    'a picture without a text',
    { image: 'public/RWA/facilities/a.jpg' },
    'Alternativtext',
    'Jedes Bild braucht einen Alternativtext.',
    'Bild und Beschreibung',
  ],
  ['a buffer over two hours', { bufferMinutes: 121 }, 'Puffer nach jeder Belegung (Minuten)', 'Höchstens 120.', 'Buchungsregeln'],
])('%s is reported at its field, in an expanded section', async (_what, wrong, label, sentence, part) => {
  const { server, hand } = open(stored({ ...existing, ...wrong }));
  expect(hand.button(part).getAttribute('aria-expanded')).toBe('false');
  await hand.fill('Name', 'Sporthalle Nord');
  await hand.press('Speichern');
  expect(hand.problem(label)).toBe(sentence);
  expect(hand.button(part).getAttribute('aria-expanded')).toBe('true');
  expect(server.sent).toEqual([]);
});

test('two units of one name are refused, regardless of case', async () => {
  const { server, hand } = open();
  await hand.fill('Name', 'Halle');
  await hand.user.tab();
  await hand.press('Teil hinzufügen');
  await hand.fill('Teil 2', 'TEIL 1');
  await hand.press('Speichern');
  await hand.reads('Jeder Teil braucht einen eigenen Namen.');
  expect(server.sent).toEqual([]);
});

test('units keep their ids when one is renamed, one removed and one added', async () => {
  const { server, hand, onDone } = open(stored(existing));
  server.on(facilitiesContract.update, ({ version: _version, id: _id, ...input }) => ({ ...stored(input), outside: 2 }));
  await hand.fill('Teil 2', 'Empore');
  await hand.press('Teil 1 entfernen');
  await hand.press('Teil hinzufügen');
  await hand.press('Zeit hinzufügen');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({
    units: [
      { id: partIds[1], label: 'Empore', retiredOn: null },
      { label: 'Teil 2', retiredOn: null },
    ],
    openings: [existing.openings[0], { weekday: 1, opens: '08:00', closes: '22:00', validFrom: null, validTo: null }],
  });
  await hand.reads('„Halle“ ist gespeichert. 2 künftige Belegungen liegen jetzt außerhalb der Öffnungszeiten.');
});

test('the last unit cannot be removed', () => {
  const { hand } = open();
  expect(() => hand.button('Teil 1 entfernen')).toThrow();
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand, onDone } = open(stored(existing));
  server.on(facilitiesContract.update, () => refuse('invalid-input', { slug: 'Diese Adresse hat schon eine andere Sportstätte.' }));
  await hand.fill('Name', 'Sporthalle Nord');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Adresse der Türseite')).toBe('Diese Adresse hat schon eine andere Sportstätte.'));
  expect(hand.field('Name').value).toBe('Sporthalle Nord');
  expect(document.activeElement).toBe(hand.field('Adresse der Türseite'));
  expect(hand.refusal()).toBe('Bitte prüfen Sie die markierten Angaben.');
  expect(onDone).not.toHaveBeenCalled();
});

test('removing a unit with bookings is refused with a message of its own', async () => {
  const { server, hand } = open(stored(existing));
  server.on(facilitiesContract.update, () => refuse('has-bookings'));
  await hand.press('Teil 1 entfernen');
  await hand.press('Speichern');
  await hand.reads('Hier gibt es künftige Belegungen. Bitte stattdessen mit einem Datum stilllegen.');
});

test('the Enter key submits, and nothing is sent twice while the request is pending', async () => {
  const { server, hand, onDone } = open(stored(existing));
  const answered = Promise.withResolvers<void>();
  server.on(facilitiesContract.update, async ({ version: _version, id: _id, ...input }) => {
    await answered.promise;
    return { ...stored(input), outside: 0 };
  });
  await hand.fill('Name', 'Sporthalle Nord');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(hand.button('Speichern').disabled).toBe(true));
  await hand.press('Speichern');
  answered.resolve();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

test('a facility is deleted only after a confirmation', async () => {
  const { server, hand, onGone } = open(stored(existing));
  server.on(facilitiesContract.delete, { ok: true });
  await hand.press('Löschen');
  await hand.reads('„Halle“ wird mit ihren vergangenen Belegungen gelöscht.');
  expect(server.sent).toEqual([]);
  await hand.press('Löschen');
  await waitFor(() => expect(onGone).toHaveBeenCalled());
  expect(server.sent).toEqual([{ method: 'DELETE', address: `/facilities/${id}`, body: null }]);
});

test('only a superuser transfers a facility to another club, and nobody deletes a facility of another club', () => {
  const { hand } = open(stored({ ...existing, managerClub: 'SCB' }));
  expect(screen.queryByLabelText('Verwaltet von')).toBeNull();
  expect(() => hand.button('Löschen')).toThrow();
});

/** Opens the collapsed sections. */
async function unfold(hand: Hand): Promise<void> {
  for (const part of ['Ort, Eigentümer, Kontakt', 'Buchungsregeln', 'Bild und Beschreibung']) await hand.press(part);
}

/** The form for a stored facility, or for a new one of the board's club. */
function open(facility?: Facility) {
  const server = signIn(board);
  const [onDone, onGone] = [vi.fn(), vi.fn()];
  const values = newFacility(board, facility);
  const hand = show(<FacilityForm facility={facility} values={values} viewer={board} onDone={onDone} onGone={onGone} />);
  return { server, hand, onDone, onGone };
}

const existing: FacilityInput = {
  ...newFacility(board),
  name: 'Halle',
  slug: 'halle',
  units: partIds.map((partId, index) => ({ id: partId, label: `Teil ${index + 1}`, retiredOn: null })),
  openings: [{ weekday: 3, opens: '15:00', closes: '22:00', validFrom: '2026-10-01', validTo: null }],
};

/** The facility as returned by the server. */
function stored(input: FacilityInput): Facility {
  const { caretakerName, caretakerPhone, keyNote, units, ...rest } = input;
  return {
    ...rest,
    units: units.map((unit, index) => ({ ...unit, id: unit.id ?? `6a0d1f8e-3f0c-4d7d-9a01-00000000001${index}` })),
    staff: { caretakerName, caretakerPhone, keyNote },
    openDefects: 0,
    id,
    version: 4,
  };
}
