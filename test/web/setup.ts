import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { defaultClubs } from '../../src/shared/kernel/clubs.ts';
import { appVersion } from '../../src/shared/kernel/version.ts';
import type { Boot } from '../../src/shared/kernel/site/boot.ts';

/** What the server writes into a page; the session begins without a user, a test signs one in. */
const boot: Boot = {
  club: defaultClubs.RWA,
  clubs: {
    RWA: { ...defaultClubs.RWA, site: 'http://rwa.localhost' },
    SCB: { ...defaultClubs.SCB, site: 'http://scb.localhost' },
    GSV: { ...defaultClubs.GSV, site: 'http://gsv.localhost' },
  },
  parameters: { showSignInErrors: false },
  user: null,
  signIn: { oidcName: null, passwordMin: 6, passwordMax: 256, passwordClasses: 0 },
  passkeyHost: null,
  authKey: 'vereinsportal',
  authSyncUrl: null,
  storageBucket: 'club-files',
  maintenance: null,
  liveId: 0,
  build: 'test',
  version: appVersion,
};
const script = document.getElementById('boot') ?? document.head.appendChild(document.createElement('script'));
Object.assign(script, { id: 'boot', type: 'application/json', textContent: JSON.stringify(boot) });

// However busy the machine is, what is to be seen is waited for.
configure({ asyncUtilTimeout: 20_000 });

// What a browser has and jsdom has not. Motion is reduced, so that nothing waits for a transition.
vi.stubGlobal(
  'ResizeObserver',
  class implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
// The frames of jsdom stand still for good when a test that fakes intervals asks for one.
vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => setTimeout(() => draw(performance.now()), 16));
vi.stubGlobal('cancelAnimationFrame', (id: ReturnType<typeof setTimeout>) => clearTimeout(id));
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: /reduce|min-width/.test(query),
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));
const noBoxes = Object.assign([] as DOMRect[], { item: () => null });
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Element.prototype.scrollTo = () => undefined;
Range.prototype.getBoundingClientRect = () => new DOMRect();
Range.prototype.getClientRects = () => noBoxes;
document.elementFromPoint = () => null;
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
