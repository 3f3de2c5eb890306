import { boot } from '../boot.ts';
import { authState } from '../session/session.ts';
import { storageAccess } from './access.ts';
import { openStorage, type Storage } from './storage.ts';
import { xhrTransport } from './transport.ts';

let opened: Storage | undefined;

/** The storage client of this application, acting for the signed-in user. */
export function clubStorage(): Storage {
  opened ??= openStorage(
    {
      origin: location.origin,
      send: xhrTransport,
      getToken: async () => (authState().user ? (await storageAccess()).bearerToken() : undefined),
      dropToken: async () => (await storageAccess()).forgetBearerToken(),
      getAppToken: async () => (await storageAccess()).appToken(),
      dropAppToken: async () => (await storageAccess()).forgetAppToken(),
      nowMs: () => Date.now(),
      wait,
      random: () => Math.random(),
    },
    { bucket: boot.storageBucket },
  );
  return opened;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      removeEventListener('online', end);
      resolve();
    }
    signal.addEventListener('abort', end);
    // Back online: stop waiting.
    addEventListener('online', end);
    if (signal.aborted) end();
  });
}
