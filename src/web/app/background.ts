import type { QueryClient } from '@tanstack/react-query';
import { focusPage, keepFocus } from '#web/lib/keepFocus.ts';
import { listenLive } from '#web/lib/call/live.ts';
import { reportErrors } from '#web/lib/call/reportErrors.ts';
import { authState, leaveWhenSignedOut, onAuthState } from '#web/lib/session/session.ts';
import { setStorageAccess } from '#web/lib/storage/access.ts';
import { hasKeptNames, unsentMarks } from '#web/lib/kept/unsent.ts';
import { router } from './router.ts';

/** Starts the background work of a signed-in page. A visitor needs none of it, so it is loaded for signed-in users only. */
export function startBackground(queryClient: QueryClient): void {
  const signIn = () => import('#web/accounts/sessions/signIn.ts');
  setStorageAccess(() => import('./storageTokens.ts'));
  forgetNamesWhenSignedOut();
  sendMarksWhenSignedIn();
  leaveWhenSignedOut();
  keepFocus();
  reportErrors();
  router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
    if (fromLocation && pathChanged && !toLocation.hash) focusPage();
  });
  refetchForNewUser(queryClient);
  if (authState().user || !authState().isKnown) void signIn().then(({ beginAuthState }) => beginAuthState());
  listenLive(queryClient, () => void signIn().then(({ checkSession }) => checkSession()));
}

/** Refetches what was read as a visitor or another user, since rights decide what a response contains. A sign-out replaces the document. */
function refetchForNewUser(queryClient: QueryClient): void {
  let userId = authState().user?.id;
  onAuthState(({ user }) => {
    if (user?.id === userId) return;
    userId = user?.id;
    if (user) void queryClient.resetQueries();
  });
}

/** What is stored of the lists of attendance on this device is sent once its user signs in here again. */
function sendMarksWhenSignedIn(): void {
  const look = () => {
    const { user } = authState();
    if (user && unsentMarks(user.id) > 0)
      void import('#web/courses/attendance/keptClosings.ts').then(({ sendKept }) => sendKept(user.id)).catch(() => undefined);
  };
  look();
  onAuthState(look);
}

/** Names of participants must not stay on a device after sign-out, wherever the sign-out happened. */
function forgetNamesWhenSignedOut(): void {
  const look = () => {
    const { user, isKnown } = authState();
    if (isKnown && !user && hasKeptNames()) void import('#web/courses/attendance/offline.ts').then(({ deleteNames }) => deleteNames());
  };
  look();
  onAuthState(look);
}
