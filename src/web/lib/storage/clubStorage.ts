import { api } from '../call/call.ts';
import { bearerToken, forgetBearerToken } from '../session/bearer.ts';
import { boot } from '../boot.ts';
import { authState } from '../session/session.ts';
import { openStorage, type Storage } from './storage.ts';
import { xhrTransport } from './transport.ts';

let appToken: { token: string; expiresMs: number } | undefined;
let opened: Storage | undefined;

/** The files of this application, on behalf of the signed-in user. */
export function clubStorage(): Storage {
  opened ??= openStorage(
    {
      origin: location.origin,
      send: xhrTransport,
      getToken: async () => (authState().user ? bearerToken() : undefined),
      dropToken: forgetBearerToken,
      getAppToken,
      dropAppToken: () => {
        appToken = undefined;
      },
      nowMs: () => Date.now(),
      wait,
      random: () => Math.random(),
    },
    { bucket: boot.storageBucket },
  );
  return opened;
}

async function getAppToken(): Promise<string> {
  if (!appToken || Date.now() > appToken.expiresMs - 60_000) {
    const { token, expiresAt } = await api.files.appToken();
    appToken = { token, expiresMs: Date.parse(expiresAt) };
  }
  return appToken.token;
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
    // The line is back: no reason to wait any longer.
    addEventListener('online', end);
    if (signal.aborted) end();
  });
}
