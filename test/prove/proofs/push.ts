import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { becomes } from '../../stage/listeners.ts';
import { fillPeople } from '../../stage/people.ts';
import { atMost, none, onStage, type Proof } from '../proof.ts';

const subscribers = 1000;
const browser = createECDH('prime256v1');
const point = browser.generateKeys();
const auth = randomBytes(16);
const secretWords = ['Handball-Minis', 'Kim', 'Muster', '16:30'];

/** Switches on a device for each of these people at one service. */
const switchOn = `insert into push_subscription (id, user_id, endpoint, origin, device, p256dh, auth, created_at)
  select gen_random_uuid(), id, $2 || '/' || id, $2, 'Proof', $3, $4, now() from unnest($1::uuid[]) as id`;
const tell = `with told as (
    insert into user_notice (id, user_id, club, topic, title, body, once_key, shown_from)
    select gen_random_uuid(), user_id, 'RWA', 'session_off', 'Fällt aus: Handball-Minis, 16:30 Uhr', 'Kim Muster', 'proof', now()
    from push_subscription group by user_id returning id, user_id)
  insert into push_message (subscription_id, notice_id, next_attempt_at, expires_at)
  select s.id, told.id, now(), now() + interval '1 day' from told join push_subscription s using (user_id)`;
const wake = `select record_entries('[]', '[{"collection":"mails","club":"RWA"}]')`;

/** A club tells everybody at once: the last device hears it within seconds, though another service is dead. */
export const proof: Proof = {
  goal: `push to ${subscribers} devices on a loopback service: p95 < 5 s, no name in a payload, a dead service beside it slows nothing`,
  run: () =>
    onStage(async ({ database, startProduct }) => {
      const arrived = new Map<string, { at: number; text: string }>();
      const alive = await listenAs((path, body) => void arrived.set(path, { at: performance.now(), text: opened(body) }));
      const dead = await listenAs(undefined);
      const people = await fillPeople(database, subscribers + 100);
      const product = await startProduct({ env: { PUSH_ORIGINS: `${alive.origin} ${dead.origin}` } });
      const keys = [point.toString('base64url'), auth.toString('base64url')];
      await database.sql(switchOn, [people.slice(0, subscribers), alive.origin, ...keys]);
      await database.sql(switchOn, [people.slice(subscribers), dead.origin, ...keys]);
      const toldAt = performance.now();
      await database.sql(tell);
      await database.sql(wake);
      await becomes(() => arrived.size === subscribers, 30_000);
      const seconds = [...arrived.values()].map(({ at }) => (at - toldAt) / 1000).toSorted((a, b) => a - b);
      const texts = [...arrived.values()].map(({ text }) => text);
      await product.stop();
      for (const { server } of [alive, dead]) {
        server.closeAllConnections();
        server.close();
      }
      return [
        atMost('not told', subscribers - arrived.size, 0),
        atMost('p95', seconds[Math.floor(seconds.length * 0.95)] ?? Infinity, 5, ' s'),
        atMost('last', seconds.at(-1) ?? Infinity, 10, ' s'),
        none(
          'payloads with a name, an offer or a time',
          texts.filter((text) => secretWords.some((word) => text.includes(word))),
        ),
        none(
          'payloads that say anything else than the club and the kind',
          texts.filter((text) => !text.includes('"body":"Ein Termin fällt aus."')),
        ),
      ];
    }),
};

/** A push service of this machine; without `take` it accepts connections and never answers. */
async function listenAs(take: ((path: string, body: Buffer) => void) | undefined) {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      if (!take) return;
      take(request.url ?? '', Buffer.concat(parts));
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What a browser reads (RFC 8291). */
function opened(body: Buffer): string {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const secret = derive(browser.computeSecret(theirs), auth, Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs]), 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    .subarray(0, -1)
    .toString();
}
