import { becomes, listen, type Listener } from '../../stage/listeners.ts';
import { fillPeople, openSession, sessionOf } from '../../stage/people.ts';
import { atMost, none, onStage, pause, type Proof } from '../proof.ts';

const userCount = 100;
const streamsPerUser = 5;
const revokedByNotice = 5;
const revokedInSilence = 5;
const notifyOne = `select record_entries('[]', '[{"collection":"config","club":"RWA"}]')`;

/** A stream must not outlive its session, and the others must not notice. */
export const proof: Proof = {
  goal: '500 streams, 50 revoked: those closed ≤ 20 s, the others lose nothing',
  run: () =>
    onStage(async ({ database, startProduct }) => {
      const people = await fillPeople(database, userCount);
      const product = await startProduct();
      const admin = await sessionOf(database, 'admin');
      const streams: { user: string; stream: Listener }[] = [];
      for (const user of people) {
        const cookie = await openSession(database, user);
        for (let at = 0; at < streamsPerUser; at++) streams.push({ user, stream: await listen(product.port, { cookie }) });
      }
      let told = 0;
      let isOver = false;
      const telling = (async () => {
        while (!isOver) {
          await database.sql(notifyOne);
          told++;
          await pause(50);
        }
      })();
      await pause(1000);

      const revokedAt = performance.now();
      const byNotice = people.slice(0, revokedByNotice);
      const inSilence = people.slice(revokedByNotice, revokedByNotice + revokedInSilence);
      for (const user of byNotice) {
        await product.requests.ask({ method: 'DELETE', path: `/api/users/${user}/sessions`, headers: { cookie: admin } });
      }
      // Another way to lose a session, of which nobody tells the streams: only their own check can see it.
      await database.sql('delete from auth_session where user_id = any($1)', [inSilence]);
      const isOpen = (users: string[]) => streams.filter(({ user, stream }) => users.includes(user) && stream.isOpen).length;
      await becomes(() => isOpen(byNotice) === 0, 20_000);
      const noticedMs = performance.now() - revokedAt;
      await becomes(() => isOpen(inSilence) === 0, 25_000 - noticedMs);
      const closedMs = performance.now() - revokedAt;
      isOver = true;
      await telling;

      const others = streams.filter(({ user }) => !byNotice.includes(user) && !inSilence.includes(user));
      await becomes(() => others.every(({ stream }) => stream.heard.length >= told), 5000);
      const losers = others.filter(({ stream }) => !stream.isOpen || stream.heard.length !== told);
      return [
        atMost('revoked by notice: closed after', noticedMs / 1000, 20, ' s'),
        atMost('revoked in silence: closed after', closedMs / 1000, 20, ' s'),
        none(
          `of ${others.length} others, with a loss in ${told} notices`,
          losers.map(({ stream }) => `${stream.heard.length}`),
        ),
      ];
    }),
};
