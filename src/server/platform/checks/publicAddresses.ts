import { once } from 'node:events';
import tls from 'node:tls';
import { now } from '../process/clock.ts';
import type { Settings } from '../process/settings.ts';
import { originsOf } from '../process/site.ts';
import { bad, ok, warn, type Finding } from './check.ts';

const dayMs = 24 * 60 * 60 * 1000;
const patienceMs = 2500;
/** Authorities renew a certificate 30 days before its end; one that is nearer to it is not being renewed. */
const renewedBeforeDays = 14;

/**
 * Asks itself over the public address, as a browser would, and each further host of the clubs for its certificate: name,
 * certificate and proxy must be right for all of them. The worst of what was found is told.
 */
export async function askOutside(settings: Settings, url: string): Promise<Finding> {
  const { origin } = new URL(url);
  const others = [...new Set(originsOf(settings))].filter((one) => one !== origin && !isLocal(new URL(one).hostname));
  const findings = await Promise.all([origin, ...others].map((one) => certificateOf(new URL(one))));
  const found = [await answerOf(url), ...findings];
  const worst = found.find(({ state }) => state === 'bad') ?? found.find(({ state }) => state === 'warn');
  return worst ?? ok(`${url} antwortet mit gültigem Zertifikat${others.length > 0 ? `, ebenso ${others.join(', ')}` : ''}.`);
}

/** Names of this machine alone have no certificate, and nobody comes by them. */
function isLocal(host: string): boolean {
  return /(?:^|\.)localhost$|^127\./.test(host);
}

async function answerOf(url: string): Promise<Finding> {
  try {
    const answer = await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status === 200 ? ok('') : warn(`${url} antwortet mit ${answer.status}: Bitte Proxy und PUBLIC_URL prüfen.`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return ofFailure(url, cause);
  }
}

/** How long the certificate of an address holds. */
async function certificateOf({ origin, protocol, hostname, port }: URL): Promise<Finding> {
  if (protocol !== 'https:') return ok('');
  const socket = tls.connect({ host: hostname, servername: hostname, port: Number(port || 443), timeout: patienceMs });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
    const days = Math.floor((new Date(socket.getPeerCertificate().valid_to).getTime() - now().getTime()) / dayMs);
    return days < renewedBeforeDays
      ? warn(`Das Zertifikat von ${origin} gilt nur noch ${days} Tage: Bitte prüfen, ob der Proxy es von selbst erneuert.`)
      : ok('');
  } catch (error) {
    return ofFailure(origin, error);
  } finally {
    socket.destroy();
  }
}

/** Why an address cannot be opened. Browsers let nobody pass an expired certificate or one of another name. */
function ofFailure(url: string, error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CERT_HAS_EXPIRED')
    return bad(`Das Zertifikat von ${url} ist abgelaufen, Browser lassen niemanden durch: Bitte jetzt erneuern.`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return bad(`Das Zertifikat, das auf ${url} antwortet, gilt für einen anderen Namen: Bitte diesen Namen mit hineinnehmen.`);
  return warn(`${url} ist von diesem Rechner aus nicht zu erreichen${code && ` (${code})`}: Bitte Name, Zertifikat und Proxy prüfen.`);
}
