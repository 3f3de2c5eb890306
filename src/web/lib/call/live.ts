import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import type { ChangeNotice } from '#shared/kernel/collections.ts';
import { boot } from '../boot.ts';
import { authState, onAuthState } from '../session/session.ts';

type Message =
  | { kind: 'notice'; notice: ChangeNotice; id: number }
  | { kind: 'reset'; id: number }
  | { kind: 'ready'; id: number }
  | { kind: 'session' }
  | { kind: 'joined'; id: number };

/**
 * Keeps the queries of all tabs fresh. One tab of the browser holds the stream (HTTP/1.1 allows six connections in all)
 * and tells the others; when it closes, another one takes over where it stopped. Nothing is missed: a tab hears all that
 * came since the server wrote its page.
 */
export function listenLive(queryClient: QueryClient, onSessionChange: () => void): void {
  const channel = new BroadcastChannel(`${boot.authKey}.live`);
  let stream: EventSource | undefined;
  let heardUpTo = boot.liveId;

  const handle = (message: Message): void => {
    if (message.kind === 'notice') {
      readAgain(queryClient, { queryKey: [message.notice.collection] });
      // The payload file of an open page may show something of any collection.
      readAgain(queryClient, { queryKey: ['payload'] });
    }
    if (message.kind === 'reset') readAgain(queryClient, {});
    if (message.kind === 'session') onSessionChange();
    else if (message.kind !== 'joined') heardUpTo = message.id;
    // The new tab began to read before it could hear what came since.
    else if (stream && heardUpTo > message.id) channel.postMessage({ kind: 'reset', id: heardUpTo } satisfies Message);
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
      const { userId } = JSON.parse(event.data) as { userId: string | null };
      // The session ended, or another began, while no stream was open.
      if (userId !== (authState().user?.id ?? null)) pass({ kind: 'session' });
      pass({ kind, id: Number(event.lastEventId) });
    };
    opened.addEventListener('ready', begin('ready'));
    opened.addEventListener('reset', begin('reset'));
    opened.addEventListener('notice', (event: MessageEvent<string>) =>
      pass({ kind: 'notice', notice: JSON.parse(event.data) as ChangeNotice, id: Number(event.lastEventId) }),
    );
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

/**
 * Reads again what a change may concern. A first reading that is under way may have begun before the change; TanStack lets it
 * stand as fresh, so another one follows it.
 */
function readAgain(queryClient: QueryClient, filters: QueryFilters): void {
  const underWay = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  void queryClient.invalidateQueries(filters);
  for (const query of underWay.filter(({ state }) => state.data === undefined)) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.fetch().then(again, () => undefined);
  }
}
