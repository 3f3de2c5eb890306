import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { roleDisplayName, type Role } from '../../src/shared/kernel/roles.ts';
import { defaultClubs, type ClubName } from '../../src/shared/kernel/clubs.ts';
import type { User } from '../../src/shared/kernel/user.ts';
import { Overlays } from '../../src/web/app/Overlays.tsx';
import { setUser } from '../../src/web/lib/session/session.ts';
import { DesignSystem } from '../../src/web/ui/theme/DesignSystem.tsx';
import { startFakeServer, type FakeServer } from './server.ts';

/** Somebody of a role and a club. */
export function userOf(role: Role, club: ClubName = 'RWA'): User {
  const { name, displayName, slogan, title } = defaultClubs[club];
  return {
    id: '0b5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6d',
    firebaseUserID: '0b5a1f5e-7f3c-4c3e-9a53-1d2f3a4b5c6d',
    hasUser: true,
    firstname: 'Vera',
    lastname: 'Vogel',
    email: 'vera@example.org',
    memberId: '',
    club: { name, displayName, slogan, title },
    role: { name: role, displayName: roleDisplayName(role) },
    logins: 1,
    lastLogin: null,
    createdAt: '2026-01-02T08:00:00.000Z',
    updatedAt: '2026-01-02T08:00:00.000Z',
    fullName: 'Vera Vogel',
    roleDisplayName: roleDisplayName(role),
    clubDisplayName: displayName,
  };
}

/** Signs in a user without showing anything yet, and begins the server that the page will speak to. */
export function signIn(user: User | null): FakeServer {
  setUser(user);
  return startFakeServer();
}

/** Draws a part of the page with all that the app puts around it: design system, cache, router, dialogs and notices; the anchor opens a row. */
export function show(element: ReactElement, anchor = ''): Hand {
  const history = createMemoryHistory({ initialEntries: [`/${anchor && `#${anchor}`}`] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  render(
    <QueryClientProvider client={emptyCache()}>
      <RouterContextProvider router={router}>{framed(element)}</RouterContextProvider>
    </QueryClientProvider>,
  );
  return new Hand();
}

/** The same for a part that keeps something in the address, such as which record is open; a path names the parts of the address. */
export async function showAtAddress(element: ReactElement, address = '/', path = new URL(address, location.href).pathname): Promise<Hand> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path, component: () => framed(element) });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  await router.load();
  render(
    <QueryClientProvider client={emptyCache()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return new Hand();
}

function framed(element: ReactElement): ReactElement {
  return (
    <>
      <DesignSystem>{element}</DesignSystem>
      <Overlays />
    </>
  );
}

function emptyCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } } });
}

const fields = 'input, textarea, select, [contenteditable]';

/** What a person does at a form, by the words that stand on it. Every step waits until what it is done to is drawn. */
export class Hand {
  readonly user: UserEvent = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

  /** The field with a label; the star of a required field is no part of its name. */
  field(label: string): HTMLInputElement {
    // The label of a switch holds its description as well.
    const words = [...document.querySelectorAll('label, label span')];
    const labels = words.filter(({ textContent }) => textContent.replace(/\s*\*$/, '') === label).map((one) => one.closest('label'));
    const named = [...document.querySelectorAll<HTMLElement>('[aria-label]')].filter((one) => one.getAttribute('aria-label') === label);
    const found = [...labels.map((one) => one?.control), ...named].filter((one) => one?.matches(fields));
    if (!found[0]) throw new Error(`no field „${label}“`);
    return found[0] as HTMLInputElement; // All that is read of it (value, checked, disabled) every field has or leaves undefined.
  }

  private async drawnField(label: string): Promise<HTMLInputElement> {
    return waitFor(() => this.field(label));
  }

  /** Replaces what stands in a field, as by pasting. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.drawnField(label);
    // A dialog takes the focus when it has opened; nobody types before.
    await waitFor(() => expect(field.closest('[role=dialog]')?.contains(document.activeElement) ?? true).toBe(true));
    await this.user.clear(field);
    if (text !== '') await this.user.paste(text);
  }

  /** Opens a list of choices and takes one. */
  async choose(label: string, option: string): Promise<void> {
    const field = await this.drawnField(label);
    if (field instanceof HTMLSelectElement) return this.user.selectOptions(field, option);
    const choices = await this.open(field);
    const found = await waitFor(() => {
      const choice = choices().find(({ textContent }) => textContent === option);
      if (!choice) throw new Error(`no choice „${option}“`);
      return choice;
    });
    await this.user.click(found);
  }

  /** What a list of choices offers. */
  async choices(label: string): Promise<string[]> {
    const choices = await this.open(await this.drawnField(label));
    await waitFor(() => expect(choices()).not.toEqual([]));
    return choices().map(({ textContent }) => textContent);
  }

  private async open(field: HTMLElement): Promise<() => Element[]> {
    await this.user.click(field);
    return () => [...document.querySelectorAll(`[role=listbox][aria-labelledby="${field.id}-label"] [role=option]`)];
  }

  /** Ticks a box, or takes the tick away. */
  async tick(label: string): Promise<void> {
    await this.user.click(await this.drawnField(label));
  }

  /** Presses a button, by its name. */
  async press(name: string | RegExp): Promise<void> {
    await this.user.click(await waitFor(() => this.button(name)));
  }

  /** A button by its name, that of the dialog on top first. */
  button(name: string | RegExp): HTMLButtonElement {
    const bears = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
    const places = [...[...document.querySelectorAll('[role=dialog]')].toReversed(), document];
    const buttons = places.flatMap((place) => [...place.querySelectorAll('button')]);
    const found = buttons.find((one) => bears((one.getAttribute('aria-label') ?? one.textContent).trim()));
    if (!found) throw new Error(`no button „${String(name)}“`);
    return found;
  }

  /** What the form says above its button about a refusal; undefined while nothing was refused. */
  refusal(): string | undefined {
    return document.querySelector('form [role=alert]')?.textContent;
  }

  /** What is said to be wrong with a field; undefined for nothing. */
  problem(label: string): string | undefined {
    const field = this.field(label);
    if (field.getAttribute('aria-invalid') !== 'true') return undefined;
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ') || undefined;
  }

  /** Waits until a sentence stands somewhere. */
  async reads(text: string | RegExp): Promise<HTMLElement> {
    return screen.findByText(text);
  }
}
