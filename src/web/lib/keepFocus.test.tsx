import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useState } from 'react';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { focusPage, keepFocus } from './keepFocus.ts';

let end = () => {};
beforeEach(() => {
  signIn(userOf('admin'));
  end = keepFocus();
});
afterEach(() => end());

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

/** A list whose rows are deleted after a question, and a form that goes when it is sent. */
function Desk() {
  const [rows, setRows] = useState(['Anna', 'Bert']);
  const [isOpen, setIsOpen] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const ask = (name: string) =>
    confirm({ title: `${name} löschen?`, text: '', action: 'Löschen', onConfirm: () => setRows(rows.filter((one) => one !== name)) });
  const send = () => {
    setIsBusy(true);
    setTimeout(() => setIsBusy(false), 50);
  };
  return (
    <main id="content">
      <section>
        <h2>Namen</h2>
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <button type="button" aria-label={`Löschen: ${name}`} onClick={() => ask(name)} />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Formular</h2>
        {isOpen && (
          <form>
            <button type="button" onClick={() => setIsOpen(false)}>
              Senden
            </button>
          </form>
        )}
      </section>
      <button type="button" disabled={isBusy} onClick={send}>
        Speichern
      </button>
    </main>
  );
}

test('deleting a row after a confirmation moves the focus to the next row, and for the last row to the heading of the list', async () => {
  const hand = show(<Desk />);
  for (const [name, next] of [
    ['Anna', 'Löschen: Bert'],
    ['Bert', 'Namen'],
  ]) {
    await hand.press(`Löschen: ${name}`);
    await hand.reads(`${name} löschen?`);
    await hand.press('Löschen');
    await waitFor(() => expect(screen.queryByText(`${name} löschen?`)).toBeNull());
    await waitFor(() => expect(focused()).toBe(next));
  }
});

test('a form that closes when sent moves the focus to the heading above it', async () => {
  await show(<Desk />).press('Senden');
  await waitFor(() => expect(focused()).toBe('Formular'));
});

test('a button gets the focus back after being busy', async () => {
  await show(<Desk />).press('Speichern');
  await waitFor(() => expect(screen.getByText('Speichern').matches(':disabled')).toBe(true));
  (document.activeElement as HTMLElement | null)?.blur();
  await waitFor(() => expect(screen.getByText('Speichern').matches(':disabled')).toBe(false));
  await waitFor(() => expect(focused()).toBe('Speichern'));
});

test('an element focused before the script started, which loads after the page, gets the focus back as well', async () => {
  end();
  const hand = show(<Desk />);
  screen.getByText('Senden').focus();
  end = keepFocus();
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe('Formular'));
});

test('a closed dialog returns the focus to its opener', async () => {
  const hand = show(<Desk />);
  await hand.press('Löschen: Anna');
  await hand.reads('Anna löschen?');
  await hand.press('Abbrechen');
  await waitFor(() => expect(focused()).toBe('Löschen: Anna'));
});

test('a click on the empty page clears the focus, and a new page starts at its content', async () => {
  const hand = show(<Desk />);
  screen.getByText('Senden').focus();
  screen.getByText('Senden').blur();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await hand.press('Löschen: Anna');
  await hand.reads('Anna löschen?');
  await hand.press('Abbrechen');
  (document.activeElement as HTMLElement | null)?.blur();
  focusPage();
  expect(document.activeElement?.id).toBe('content');
});

test('a new page with a title starts at it, so that a screen reader says where one is', () => {
  show(
    <main id="content">
      <button type="button">Davor</button>
      <h1>Angebote</h1>
    </main>,
  );
  (document.activeElement as HTMLElement | null)?.blur();
  focusPage();
  expect(focused()).toBe('Angebote');
});
