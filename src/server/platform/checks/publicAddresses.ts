import { once } from 'node:events';
import tls from 'node:tls';
import { now } from '../process/clock.ts';
import type { Settings } from '../process/settings.ts';
import { originsOf } from '../process/site.ts';
import { bad, counted, ok, warn, type Finding } from './check.ts';

const dayMs = 24 * 60 * 60 * 1000;
const patienceMs = 2500;
/** Certificates are usually renewed 30 days before they expire; one that is closer than this is not being renewed. */
const renewedBeforeDays = 14;

/** Requests the server over its public address like a browser, and checks the certificates of the other hosts; returns the worst. */
export async function askOutside(settings: Settings, url: string): Promise<Finding> {
  const { origin } = new URL(url);
  const others = [...new Set(originsOf(settings))].filter((one) => one !== origin && !isLocal(new URL(one).hostname));
  const findings = await Promise.all([origin, ...others].map((one) => certificateOf(new URL(one))));
  const found = [await answerOf(url), ...findings];
  const worst = found.find(({ state }) => state === 'bad') ?? found.find(({ state }) => state === 'warn');
  return worst ?? ok(`${url} antwortet mit gültigem Zertifikat${others.length > 0 ? `, ebenso ${others.join(', ')}` : ''}.`);
}

/** Local names have no certificate and no visitors. */
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

/** The validity of an address's certificate. */
async function certificateOf({ origin, protocol, hostname, port }: URL): Promise<Finding> {
  if (protocol !== 'https:') return ok('');
  const socket = tls.connect({ host: hostname, servername: hostname, port: Number(port || 443), timeout: patienceMs });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
    const days = Math.floor((new Date(socket.getPeerCertificate().valid_to).getTime() - now().getTime()) / dayMs);
    return days < renewedBeforeDays
      ? warn(
          `Das Zertifikat von ${origin} gilt nur noch ${counted(days, 'einen Tag', 'Tage')}: Bitte prüfen, ob der Proxy es von selbst erneuert.`,
        )
      : ok('');
  } catch (error) {
    return ofFailure(origin, error);
  } finally {
    socket.destroy();
  }
}

/** What OpenSSL says where no known authority stands behind a certificate, e.g. because the proxy does not send the intermediate one. */
const untrustedCodes: readonly string[] = [
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
];

/** The finding for an address that cannot be reached. Browsers block expired certificates and those of another name. */
function ofFailure(url: string, error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CERT_HAS_EXPIRED')
    return bad(`Das Zertifikat von ${url} ist abgelaufen, Browser lassen niemanden durch: Bitte jetzt erneuern.`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return bad(`Das Zertifikat, das auf ${url} antwortet, gilt für einen anderen Namen: Bitte diesen Namen mit hineinnehmen.`);
  if (untrustedCodes.includes(code))
    return warn(
      `Das Zertifikat von ${url} stammt von keiner Stelle, der dieser Rechner vertraut (${code}): Bitte prüfen, ob der Proxy die ganze Kette schickt und ob Browser es annehmen.`,
    );
  return warn(`${url} ist von diesem Rechner aus nicht zu erreichen${code && ` (${code})`}: Bitte Name, Zertifikat und Proxy prüfen.`);
}
