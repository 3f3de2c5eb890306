import type { QueryClient } from '@tanstack/react-query';
import type { ChangeNotice } from '#shared/collections.ts';
import { boot } from './boot.ts';
import { authState, onAuthState } from './session.ts';

type Message = { kind: 'notice'; notice: ChangeNotice } | { kind: 'reset' } | { kind: 'session' };

/**
 * Keeps the queries of all tabs fresh. One tab of the browser holds the stream (HTTP/1.1 allows six connections in all)
 * and tells the others; when it closes, another one takes over where it stopped.
 */
export function listenLive(queryClient: QueryClient, onSessionChange: () => void): void {
  const channel = new BroadcastChannel(`${boot.authKey}.live`);
  const lastIdKey = `${boot.authKey}.live-id`;

  const handle = (message: Message): void => {
    if (message.kind === 'notice') {
      void queryClient.invalidateQueries({ queryKey: [message.notice.collection] });
      // The payload file of an open page may show something of any collection.
      void queryClient.invalidateQueries({ queryKey: ['payload'] });
    }
    if (message.kind === 'reset') void queryClient.invalidateQueries();
    if (message.kind === 'session') onSessionChange();
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => handle(data);

  const pass = (message: Message): void => {
    handle(message);
    channel.postMessage(message);
  };

  const open = (): EventSource => {
    const after = sessionStorage.getItem(lastIdKey);
    const stream = new EventSource(after ? `/live?after=${after}` : '/live');
    const keepId = (event: MessageEvent) => sessionStorage.setItem(lastIdKey, event.lastEventId);
    const begin = (event: MessageEvent<string>) => {
      keepId(event);
      const { userId } = JSON.parse(event.data) as { userId: string | null };
      // The session ended, or another began, while no stream was open.
      if (userId !== (authState().user?.id ?? null)) pass({ kind: 'session' });
    };
    stream.addEventListener('ready', begin);
    stream.addEventListener('notice', (event: MessageEvent<string>) => {
      keepId(event);
      pass({ kind: 'notice', notice: JSON.parse(event.data) as ChangeNotice });
    });
    stream.addEventListener('reset', (event: MessageEvent<string>) => {
      begin(event);
      pass({ kind: 'reset' });
    });
    stream.addEventListener('session', () => pass({ kind: 'session' }));
    return stream;
  };

  void navigator.locks?.request(`${boot.authKey}.live`, async () => {
    let stream = open();
    // Rights belong to the session that opened the stream: another user gets a stream of his own.
    let userId = authState().user?.id;
    onAuthState(({ user }) => {
      if (user?.id === userId) return;
      userId = user?.id;
      stream.close();
      stream = open();
    });
    await new Promise(() => undefined);
  });
}
