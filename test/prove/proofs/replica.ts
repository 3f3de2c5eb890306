import { findPrograms, startPair, type Pair } from '../../stage/pair.ts';
import { sessionOf } from '../../stage/people.ts';
import { prepareDatabase } from '../../stage/postgres.ts';
import { startProduct } from '../../stage/product.ts';
import { Requests } from '../../stage/requests.ts';
import { atLeast, inFolder, none, pause, type Outcome, type Proof } from '../proof.ts';

/** A real standby that is read, is behind, and dies. */
export const proof: Proof = {
  goal: 'public pages are read from a standby; behind, gone or back, nobody reads anything older than their own last change (--rounds 40)',
  run: async ({ number }) => {
    const programs = findPrograms();
    if (programs === undefined)
      return [{ figure: 'PostgreSQL is not installed here (apt-get install postgresql): nothing was proved', isMet: false }];
    return inFolder(async (folder) => {
      const pair = await startPair(programs, folder, prepareDatabase);
      try {
        return await prove(pair, number('rounds', 40));
      } finally {
        await Promise.all([pair.primary.kill(), pair.standby.kill()]);
      }
    });
  },
};

const article = {
  teaser: '',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Etwas Neues.' }] }] },
  image: '',
  imageAlt: '',
  state: 'published',
  publishAt: null,
  expiresAt: null,
  isPinned: false,
  isShared: false,
  club: 'RWA',
};

async function prove({ primary, standby, version }: Pair, rounds: number): Promise<Outcome> {
  // An asynchronous one: a change is acknowledged before it is there.
  await primary.sql("alter system set synchronous_standby_names = ''");
  await primary.sql('select pg_reload_conf()');
  const url = (port: number) => `postgresql://vereinsportal@127.0.0.1:${port}/portal`;
  const server = await startProduct({ data: { url: url(primary.port) }, env: { DATABASE_READ_URL: url(standby.port) } });
  const requests = new Requests(server.port, 4);
  try {
    const cookie = await sessionOf(primary, 'super');
    const stale: string[] = [];
    const odd: string[] = [];
    let count = 0;
    const writeAndRead = async (times: number) => {
      for (let at = 0; at < times; at++) {
        const title = `Beitrag ${count++}`;
        const body = { ...article, slug: `beitrag-${count}`, title };
        const made = await requests.ask({ method: 'POST', path: '/api/newsroom', body, headers: { cookie } });
        if (made.status !== 200) odd.push(`${made.status} ${made.text.slice(0, 150)}`);
        const read = await requests.ask({ method: 'GET', path: '/payload/news.json' });
        if (read.status !== 200) odd.push(`${read.status} ${read.text.slice(0, 150)}`);
        else if (!read.text.includes(`"${title}"`)) stale.push(title);
      }
    };
    await writeAndRead(rounds);
    const followed = await answered(standby);
    await standby.sql('select pg_wal_replay_pause()');
    await writeAndRead(10);
    await standby.sql('select pg_wal_replay_resume()');
    await pause(500);
    await writeAndRead(rounds);
    const again = await answered(standby);
    await standby.kill();
    await writeAndRead(10);
    return [
      atLeast(`PostgreSQL ${version}: transactions that the standby answered`, followed, rounds / 2),
      atLeast('after it caught up', again - followed, rounds / 2),
      none('reads older than the change before', stale),
      none('odd answers', odd),
    ];
  } finally {
    requests.close();
    await server.stop('SIGKILL');
  }
}

/** How many transactions a server has ended; its statistics come a moment later. */
async function answered({ sql }: Pair['standby']): Promise<number> {
  await pause(1500);
  const [row] = await sql<{ ended: string }>("select xact_commit + xact_rollback as ended from pg_stat_database where datname = 'portal'");
  return Number(row?.ended);
}
