import fs from 'node:fs/promises';
import { askOutside } from './publicAddresses.ts';
import { bad, ok, warn, type Check, type Finding } from './check.ts';

const mib = 1024 ** 2;

/** Checks of the server's machine and of the network path to users. */
export const machineChecks: readonly Check[] = [
  {
    name: 'Festplatte',
    look: async ({ settings }) => {
      const folders = settings.S3_BUCKET ? [settings.DATA_DIR] : [settings.DATA_DIR, settings.FILES_DIR];
      const rooms = await Promise.all(folders.map(roomIn));
      const least = Math.min(...rooms.flatMap((room) => room ?? []));
      if (least === Infinity) return warn('Der freie Platz ließ sich nicht lesen: Gibt es den Ordner DATA_DIR?');
      const free = `${Math.round(least / mib).toLocaleString('de')} MB`;
      if (least < 200 * mib) return bad(`Nur noch ${free} frei: Bitte sofort Platz schaffen, sonst gehen keine Änderungen mehr.`);
      if (least < 2048 * mib) return warn(`Nur noch ${free} frei: Bitte bald Platz schaffen.`);
      return ok(`${free} sind frei.`);
    },
  },
  {
    name: 'Adresse und TLS',
    look: async ({ settings }, arrival) => {
      if (!settings.reachable) return ok('Der Server ist nur auf diesem Rechner zu erreichen.');
      if (!settings.PUBLIC_URL) return warn('Die öffentliche Adresse fehlt: Bitte PUBLIC_URL setzen, sonst stimmen Links in Mails nicht.');
      if (!settings.secure)
        return bad('Die Adresse beginnt nicht mit https: Passwörter gehen offen über die Leitung. Bitte einen Proxy mit TLS davor setzen.');
      return (arrival && proxyFault(arrival.headers, settings.TRUSTED_PROXIES !== undefined)) ?? askOutside(settings, settings.PUBLIC_URL);
    },
  },
];

async function roomIn(folder: string): Promise<number | undefined> {
  const { bavail, bsize } = await fs.statfs(folder).catch(() => ({ bavail: undefined, bsize: 0 }));
  return bavail === undefined ? undefined : bavail * bsize;
}

/** The fault of the reverse proxy, by the headers of a request. */
function proxyFault(headers: Headers, isTrusted: boolean): Finding | undefined {
  const forwarded = headers.get('x-forwarded-for');
  if (forwarded && !isTrusted)
    return bad('Vor dem Server steht ein Proxy, dem er nicht glaubt: Bitte TRUSTED_PROXIES setzen, sonst zählen alle Menschen als einer.');
  if (!forwarded && isTrusted) return warn('Der Proxy sagt nicht, wer fragt: Bitte X-Forwarded-For setzen lassen (docs/operations.md).');
  const protocol = headers.get('x-forwarded-proto');
  return protocol && protocol !== 'https' ? warn('Der Proxy sagt, Sie kämen ohne TLS: Bitte X-Forwarded-Proto prüfen.') : undefined;
}
