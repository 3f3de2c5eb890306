import { TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { showAtAddress, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useRowForm } from '../forms/useRowForm.ts';
import type { Column } from '../lists/RecordList.tsx';
import { RecordTable } from '../lists/RecordTable.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';

type Row = { id: string; key?: string };
type Props = { at?: readonly Row[]; more?: readonly string[]; total?: number; page?: boolean };

const three = [{ id: 'Albers' }, { id: 'Berg' }, { id: 'Cordes' }];
const shape = z.object({ note: z.string() });

/** A list of people and the drawer of one of them; more of them come a moment after they are asked for. */
function People({ at = three, more = [], total, page = false }: Props) {
  const [openId, setOpenId] = useOpenRecord();
  const [rows, setRows] = useState(at);
  const [left, setLeft] = useState(more);
  const onMore = async () => {
    await new Promise((resolve) => void setTimeout(resolve, 5));
    setRows((before) => [...before, ...left.map((id) => ({ id }))]);
    setLeft([]);
  };
  return (
    <>
      <RecordTable<Row>
        label="Mitglieder"
        columns={columns(setOpenId)}
        rows={rows}
        keyOf={({ id, key }) => key ?? id}
        recordOf={({ id }) => id}
        total={total}
        onMore={left.length > 0 ? onMore : undefined}
        renderCard={({ id }) => id}
        empty={null}
      />
      <RecordDrawer
        id={openId}
        title="Mitglied"
        page={page && openId ? { to: '/member/$memberId', params: { memberId: openId } } : undefined}
        onOpen={setOpenId}
        onClose={() => setOpenId(undefined)}
      >
        {openId && <Form key={openId} name={openId} />}
        <button type="button" onClick={() => setRows((before) => before.filter(({ id }) => id !== openId))}>
          Zusagen
        </button>
      </RecordDrawer>
    </>
  );
}

function columns(onOpen: (id: string) => void): Column<Row>[] {
  return [{ name: 'name', label: 'Name', isName: true, cell: ({ id }) => <Name id={id} onOpen={onOpen} /> }];
}

function Name({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  return (
    <button type="button" onClick={() => onOpen(id)}>
      {id}
    </button>
  );
}

function Form({ name }: { name: string }) {
  const { form } = useRowForm({ version: 1 }, { note: '' }, shape);
  return (
    <form>
      <h3>{name}</h3>
      <TextInput label="Notiz" {...form.getInputProps('note')} />
    </form>
  );
}

async function opened(id: string, props: Props = {}): Promise<Hand> {
  signIn(userOf('admin'));
  const hand = await showAtAddress(<People {...props} />, `/?open=${id}`);
  await shows(id);
  // The dialog takes the focus when it has opened.
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  return hand;
}

const shows = async (name: string) => screen.findByRole('heading', { level: 3, name });
const place = () => screen.getByRole('dialog').querySelector('output')?.textContent;
const step = (name: 'Vorige Zeile' | 'Nächste Zeile') => screen.getByRole('button', { name });
const isAtEnd = (name: 'Vorige Zeile' | 'Nächste Zeile') => step(name).getAttribute('aria-disabled') === 'true';

test('the head says where the record stands in its list, and walks to the ones beside it by buttons', async () => {
  const hand = await opened('Albers');
  expect([place(), isAtEnd('Vorige Zeile'), isAtEnd('Nächste Zeile')]).toEqual(['1 von 3', true, false]);
  await hand.user.click(step('Vorige Zeile'));
  await hand.user.click(step('Nächste Zeile'));
  await shows('Berg');
  await hand.user.click(step('Nächste Zeile'));
  await shows('Cordes');
  expect([place(), isAtEnd('Vorige Zeile'), isAtEnd('Nächste Zeile')]).toEqual(['3 von 3', false, true]);
  // The button at the end keeps the focus and does nothing.
  expect(document.activeElement).toBe(step('Nächste Zeile'));
  await hand.user.click(step('Nächste Zeile'));
  await hand.user.click(step('Vorige Zeile'));
  await shows('Berg');
});

test('j and k walk, but not while somebody types', async () => {
  const hand = await opened('Berg');
  await hand.user.keyboard('j');
  await shows('Cordes');
  await hand.user.keyboard('jk');
  await shows('Berg');
  await hand.user.keyboard('k');
  await shows('Albers');
  await hand.user.click(hand.field('Notiz'));
  await hand.user.keyboard('jk');
  await shows('Albers');
  expect(hand.field('Notiz').value).toBe('jk');
});

test('who has switched the shortcuts off walks by the buttons only', async () => {
  localStorage.setItem('listKeys', 'false');
  const hand = await opened('Berg');
  await hand.user.keyboard('j');
  await shows('Berg');
  await hand.user.click(step('Nächste Zeile'));
  await shows('Cordes');
});

test('at the last loaded record the next page is loaded and its first record opened', async () => {
  const hand = await opened('Cordes', { more: ['Diehl', 'Ernst'], total: 5 });
  expect([place(), isAtEnd('Nächste Zeile')]).toEqual(['3 von 5', false]);
  await hand.user.keyboard('j');
  await shows('Diehl');
  expect(place()).toBe('4 von 5');
  await hand.user.click(step('Nächste Zeile'));
  await shows('Ernst');
  expect(isAtEnd('Nächste Zeile')).toBe(true);
  // Back at the border one stays there.
  await hand.user.click(step('Vorige Zeile'));
  await hand.user.click(step('Vorige Zeile'));
  await shows('Cordes');
  await act(async () => new Promise((resolve) => void setTimeout(resolve, 600)));
  await shows('Cordes');
});

test('a list of unknown length says how many it has at least', async () => {
  await opened('Berg', { more: ['Diehl'] });
  expect(place()).toBe('2 von über 3');
});

test('unsaved input is asked about before walking on', async () => {
  const hand = await opened('Albers');
  await hand.fill('Notiz', 'ruft zurück');
  await hand.user.click(step('Nächste Zeile'));
  await hand.reads(/noch nicht gespeichert/);
  // The keys belong to the question now.
  await hand.user.keyboard('j');
  await hand.press('Weiter bearbeiten');
  await waitFor(() => expect(screen.queryByText(/noch nicht gespeichert/)).toBeNull());
  expect(hand.field('Notiz').value).toBe('ruft zurück');
  await hand.user.click(step('Nächste Zeile'));
  await hand.press('Verwerfen');
  await shows('Berg');
  expect(hand.field('Notiz').value).toBe('');
});

test('a record that a decision took out of the list is followed by the next one', async () => {
  const hand = await opened('Berg');
  await hand.press('Zusagen');
  await waitFor(() => expect(place()).toBe('nicht mehr in der Liste'));
  await hand.user.click(step('Nächste Zeile'));
  await shows('Cordes');
  expect(place()).toBe('2 von 2');
});

test('a record in several rows counts once', async () => {
  const hand = await opened('Albers', { at: [{ id: 'Albers', key: '1' }, { id: 'Albers', key: '2' }, { id: 'Berg' }] });
  expect(place()).toBe('1 von 2');
  await hand.user.keyboard('j');
  await shows('Berg');
});

test('a record that is not in the list, or alone in it, has nothing to walk to', async () => {
  await opened('Zander');
  expect([place(), screen.queryByRole('button', { name: 'Nächste Zeile' })]).toEqual([undefined, null]);
});

test('a record with a page of its own leads there', async () => {
  await opened('Berg', { page: true });
  expect(screen.getByRole('link', { name: 'Als Seite öffnen' }).getAttribute('href')).toBe('/member/Berg');
});

test('after closing, the focus is on the row of the record shown last', async () => {
  signIn(userOf('admin'));
  const hand = await showAtAddress(<People />);
  await hand.user.click(screen.getByRole('button', { name: 'Albers' }));
  await shows('Albers');
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await hand.user.keyboard('j');
  await shows('Berg');
  await hand.user.keyboard('j');
  await shows('Cordes');
  await hand.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cordes'));
  expect(document.activeElement?.closest('tr')).not.toBeNull();
});

test('the list beside an open record stays usable: another row changes the record, and its heading has the focus', async () => {
  signIn(userOf('admin'));
  const hand = await showAtAddress(<People />);
  await hand.user.click(screen.getByRole('button', { name: 'Albers' }));
  await shows('Albers');
  await hand.user.click(screen.getByRole('button', { name: 'Cordes' }));
  await shows('Cordes');
  expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBeNull();
  expect(document.querySelector('tr[data-open]')?.textContent).toBe('Cordes');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Mitglied' }));
  await hand.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cordes'));
});

test('walking by a key from a row takes the focus along in the list', async () => {
  const hand = await opened('Albers');
  act(() => screen.getByRole('button', { name: 'Albers' }).focus());
  await hand.user.keyboard('j');
  await shows('Berg');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Berg'));
  await hand.user.keyboard('j');
  await shows('Cordes');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cordes'));
});

test('escape closes a question over the record first, then the record', async () => {
  const hand = await opened('Albers');
  await hand.fill('Notiz', 'ruft zurück');
  await hand.user.keyboard('{Escape}');
  await hand.reads(/noch nicht gespeichert/);
  await hand.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(/noch nicht gespeichert/)).toBeNull());
  expect(hand.field('Notiz').value).toBe('ruft zurück');
  await hand.fill('Notiz', '');
  await hand.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
