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
  | { kind: 'joined'; id: number };

/** A server that starts again takes all its browsers back at one moment: they read everything again one after the other. */
const resetSpreadMs = 2000;

/**
 * Keeps the queries of all tabs fresh. One tab of the browser holds the stream (HTTP/1.1 allows six connections in all)
 * and tells the others; when it closes, another one takes over where it stopped. Nothing is missed: a tab gets all that
 * came since the server wrote its page.
 */
export function listenLive(queryClient: QueryClient, onSessionChange: () => void): void {
  const channel = new BroadcastChannel(`${boot.authKey}.live`);
  const rereading = rereadingOf(queryClient);
  let stream: EventSource | undefined;
  let heardUpTo = boot.liveId;

  const handle = (message: Message): void => {
    if (message.kind === 'notice') rereading.notice(message.notice, message.notice.spreadMs);
    if (message.kind === 'reset') rereading.all(message.spreadMs);
    if (message.kind === 'session') onSessionChange();
    else if (message.kind !== 'joined') heardUpTo = message.id;
    // The new tab began to read before it could receive what came since.
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
      // The session ended, or another began, while no stream was open.
      if (userId !== (authState().user?.id ?? null)) pass({ kind: 'session' });
      pass({ kind, id: Number(event.lastEventId), spreadMs: resetSpreadMs });
    };
    opened.addEventListener('ready', begin('ready'));
    opened.addEventListener('reset', begin('reset'));
    opened.addEventListener('notice', (event: MessageEvent<string>) => {
      const notice: HeardNotice = JSON.parse(event.data);
      pass({ kind: 'notice', notice, id: Number(event.lastEventId) });
    });
    opened.addEventListener('session', () => pass({ kind: 'session' }));
    return opened;
  };

  void navigator.locks?.request(`${boot.authKey}.live`, async () => {
    stream = open();
    // Rights belong to the session that opened the stream: another user gets a new stream.
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
