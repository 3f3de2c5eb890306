import type { QueryClient } from '@tanstack/react-query';
import type { HeardNotice } from '#shared/kernel/collections.ts';
import { boot } from '../boot.ts';
import { authState, onAuthState } from '../session/session.ts';
import { rereadingOf } from './rereading.ts';

type Message =
  | { kind: 'notice'; notice: HeardNotice; id: number }
  | { kind: 'reset'; id: number; spreadMs: number }
  | { kind: 'ready'; id: number }
  | { kind: 'session' }
  | { kind: 'presence' }
  | { kind: 'joined'; id: number };

/** After a restart of the server all browsers reconnect at once; they spread their refetches over this time. */
const resetSpreadMs = 2000;

/** A browser does not reopen a stream that was refused (server shutting down, too many streams): it is requested again after this pause, then after twice as long. */
const refusedPauseMs = { first: 4000, longest: 60_000 };

/**
 * Keeps the queries of all tabs fresh. One tab holds the event stream (HTTP/1.1 allows six connections per host) and
 * passes notices on to the others; when it closes, another tab resumes from the last event id. A tab misses nothing: it
 * receives all events since the server rendered its page.
 */
export function listenLive(queryClient: QueryClient, onSessionChange: () => void): void {
  const channel = new BroadcastChannel(`${boot.authKey}.live`);
  const rereading = rereadingOf(queryClient);
  let stream: EventSource | undefined;
  let heardUpTo = boot.liveId;
  let pauseMs = refusedPauseMs.first;

  const handle = (message: Message): void => {
    if (message.kind === 'notice') rereading.notice(message.notice, message.notice.spreadMs);
    if (message.kind === 'reset') rereading.all(message.spreadMs);
    if (message.kind === 'session') onSessionChange();
    else if (message.kind === 'presence') rereading.where(({ queryKey: [kind] }) => kind === 'presence', 0);
    else if (message.kind !== 'joined') heardUpTo = message.id;
    // The new tab started reading before it could receive the events in between.
    else if (stream && heardUpTo > message.id) channel.postMessage({ kind: 'reset', id: heardUpTo, spreadMs: 0 } satisfies Message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => handle(data);

  const pass = (message: Message): void => {
    handle(message);
    channel.postMessage(message);
  };
  channel.postMessage({ kind: 'joined', id: heardUpTo } satisfies Message);

  const open = (): EventSource => {
    const opened = new EventSource(`/live?after=${heardUpTo}`);
    const begin = (kind: 'ready' | 'reset') => (event: MessageEvent<string>) => {
      const { userId }: { userId: string | null } = JSON.parse(event.data);
      pauseMs = refusedPauseMs.first;
      // The session ended or changed while no stream was open.
      if (userId !== (authState().user?.id ?? null)) pass({ kind: 'session' });
      pass({ kind, id: Number(event.lastEventId), spreadMs: resetSpreadMs });
    };
    opened.addEventListener('ready', begin('ready'));
    opened.addEventListener('reset', begin('reset'));
    opened.addEventListener('notice', (event: MessageEvent<string>) => {
      pass({ kind: 'notice', notice: JSON.parse(event.data), id: Number(event.lastEventId) });
    });
    for (const kind of ['session', 'presence'] as const) opened.addEventListener(kind, () => pass({ kind }));
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      setTimeout(() => opened === stream && (stream = open()), pauseMs * (0.5 + Math.random() / 2));
      pauseMs = Math.min(pauseMs * 2, refusedPauseMs.longest);
    });
    return opened;
  };

  void navigator.locks?.request(`${boot.authKey}.live`, async () => {
    stream = open();
    // The stream carries the rights of the session that opened it: another user needs a new stream.
    let userId = authState().user?.id;
    onAuthState(({ user }) => {
      if (user?.id === userId) return;
      userId = user?.id;
      stream?.close();
      stream = open();
    });
    await new Promise(() => undefined);
  });
}
