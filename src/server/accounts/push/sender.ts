import http from 'node:http';
import https from 'node:https';
import type { BrowserKeys } from './cipher.ts';
import { encryptFor } from './cipher.ts';
import { lookupOutside } from './address.ts';
import type { PushKeys } from './keys.ts';

export type Outgoing = { endpoint: string; keys: BrowserKeys; text: string; topic: string; isUrgent: boolean; ttlSeconds: number };

/** The push service's answer: status and wait time; undefined if it did not answer. */
export type Said = { status: number; retryAfterSeconds: number | undefined } | undefined;

const timeoutMs = 10_000;

/** A connection to one push service. Private addresses are refused unless the settings name the service. */
export function openPushService(origin: string, keys: PushKeys, isNamed: boolean) {
  const module = origin.startsWith('http:') ? http : https;
  const agent = new module.Agent({ keepAlive: true, maxSockets: 20, ...(!isNamed && { lookup: lookupOutside }) });
  return {
    send: async ({ endpoint, keys: browser, text, topic, isUrgent, ttlSeconds }: Outgoing): Promise<Said> => {
      const body = encryptFor(browser, text);
      const headers = {
        authorization: await keys.authorize(origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      };
      return new Promise((resolve) => {
        const request = module.request(endpoint, { method: 'POST', agent, headers, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
          answer.resume();
          const wait = Number(answer.headers['retry-after']);
          answer.on('error', () => undefined);
          resolve({ status: answer.statusCode ?? 0, retryAfterSeconds: wait > 0 ? wait : undefined });
        });
        request.on('error', () => resolve(undefined));
        request.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
