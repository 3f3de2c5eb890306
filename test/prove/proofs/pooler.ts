import { sessionOf } from '../../stage/people.ts';
import { listen } from '../../stage/listeners.ts';
import { poolerVersion, startPooler, type Pooler } from '../../stage/pooler.ts';
import { atLeast, inFolder, none, onStage, pause, type Outcome, type Proof, type ProofStage } from '../proof.ts';
import { lostOf, startWriters } from '../writers.ts';

const writersEach = 8;
/** Far fewer than the connections of two servers, so that they take turns in the same sessions. */
const fewSessions = 6;

/** Two servers behind a PgBouncer, in both of its modes. */
export const proof: Proof = {
  goal: 'two servers behind PgBouncer, pool_mode transaction (6 sessions) and session: 0 writes lost, 0 odd answers, notices heard; transaction without DATABASE_DIRECT_URL refused (--seconds 8)',
  run: async ({ number }) => {
    const version = poolerVersion();
    if (version === undefined)
      return [{ figure: 'PgBouncer is not installed here (apt-get install pgbouncer): nothing was proved', isMet: false }];
    const seconds = number('seconds', 8);
    return onStage((stage) =>
      inFolder(async (folder) => {
        const { host, name } = stage.database;
        const transaction = await startPooler(folder, host, 'transaction', fewSessions);
        const session = await startPooler(folder, host, 'session', 40);
        const direct = { DATABASE_DIRECT_URL: `postgresql://vereinsportal@localhost/${name}?host=${host}` };
        try {
          return [
            ...(await refused(stage, transaction)),
            ...(await work(stage, { name: `transaction, PgBouncer ${version}`, pooler: transaction, env: direct, seconds })),
            ...(await work(stage, { name: 'session', pooler: session, env: {}, seconds })),
          ];
        } finally {
          await Promise.all([transaction.stop(), session.stop()]);
        }
      }),
    );
  },
};

async function refused({ database, startProduct }: ProofStage, pooler: Pooler): Promise<Outcome> {
  const said = await startProduct({ env: { DATABASE_URL: pooler.url(database.name) } }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  return [none('without DATABASE_DIRECT_URL not refused', said.includes('in DATABASE_DIRECT_URL die Datenbank ohne Pooler') ? [] : [said])];
}

type Case = { name: string; pooler: Pooler; env: { [name: string]: string }; seconds: number };

async function work({ database, startProduct }: ProofStage, { name, pooler, env, seconds }: Case): Promise<Outcome> {
  const started = () => startProduct({ env: { DATABASE_URL: pooler.url(database.name), ...env } });
  const servers = [await started(), await started()] as const;
  const cookie = await sessionOf(database, 'super');
  // What is written through one server is heard at the other.
  const listener = await listen(servers[1].port, { cookie });
  const written = servers.map(({ port }) => startWriters(writersEach, () => port, cookie, { mayRefuse: false }));
  await pause(seconds * 1000);
  await Promise.all(written.map((one) => one.stop()));
  await pause(500);
  const acknowledged = written.flatMap((one) => one.acknowledged);
  const lost = await lostOf(acknowledged, servers[0].port, cookie);
  const unavailable = written.reduce((sum, one) => sum + one.unavailable, 0);
  const heard = listener.heard.length;
  listener.cut();
  await Promise.all(servers.map((server) => server.stop()));
  return [
    atLeast(`${name}: acknowledged writes`, acknowledged.length, seconds),
    none('lost', lost),
    none(
      `told to come later ${unavailable} times, other answers`,
      written.flatMap((one) => one.odd),
    ),
    atLeast('notices heard at the other server', heard, 1),
  ];
}
