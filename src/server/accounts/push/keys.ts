import { createECDH } from 'node:crypto';
import path from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { keepFile } from '#server/platform/process/keptFile.ts';
import type { Settings } from '#server/platform/process/settings.ts';

/** The application server identity (VAPID, RFC 8292): the public key for browsers, and signed tokens per push service. */
export type PushKeys = { publicKey: string; authorize(origin: string): Promise<string> };

type KeySettings = Pick<Settings, 'DATA_DIR' | 'PUSH_VAPID_KEY' | 'PUBLIC_URL'>;

const fileName = 'push.key';
const hourMs = 60 * 60 * 1000;
const opened = new Map<string, Promise<PushKeys>>();

/** The key pair: configured, or read from a file in DATA_DIR that is created on first use. */
export function pushKeys(settings: KeySettings): Promise<PushKeys> {
  const of = `${settings.PUSH_VAPID_KEY ?? ''} ${settings.DATA_DIR}`;
  const keys = opened.get(of) ?? openKeys(settings);
  opened.set(of, keys);
  keys.catch(() => opened.delete(of));
  return keys;
}

async function openKeys({ PUSH_VAPID_KEY, DATA_DIR, PUBLIC_URL }: KeySettings): Promise<PushKeys> {
  const secret = PUSH_VAPID_KEY ?? (await keepFile(path.join(DATA_DIR, fileName), newSecret()));
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'));
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: secret }, 'ES256');
  const publicKey = point.toString('base64url');
  const signed = new Map<string, { words: string; until: number }>();
  return {
    publicKey,
    authorize: async (origin) => {
      const known = signed.get(origin);
      if (known && known.until > Date.now()) return known.words;
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(origin)
        .setSubject(PUBLIC_URL ?? 'https://localhost')
        .setExpirationTime('12h')
        .sign(key);
      const words = `vapid t=${token}, k=${publicKey}`;
      signed.set(origin, { words, until: Date.now() + 11 * hourMs });
      return words;
    },
  };
}

function newSecret(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // Leading zeros are part of the key.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}
