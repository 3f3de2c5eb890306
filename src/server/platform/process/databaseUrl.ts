/** Whether a text is a PostgreSQL URL; with several servers, the one that accepts writes is used. */
export function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  const urls = urlsOf(text);
  return urls.every((url) => {
    if (!URL.canParse(withHost(url))) return false;
    const { hostname, searchParams } = new URL(withHost(url));
    if (urls.length > 1 && (hostname === '' || withHost(url) !== url)) return false;
    return ['read-write', 'primary'].includes(searchParams.get('target_session_attrs') ?? 'read-write');
  });
}

/** The URL of each server that a URL names (`postgres://name@one,two:5433/database`), in order. */
export function urlsOf(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url];
}

/** The user name in a PostgreSQL URL; undefined if PostgreSQL is to choose. */
export function userOfUrl(url: string): string | undefined {
  return decodeURIComponent(new URL(withHost(urlsOf(url)[0] ?? url)).username) || undefined;
}

/** PostgreSQL accepts URLs without a host (`postgres://name@/database?host=/folder/of/the/socket`), the standard does not. */
function withHost(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)\//, '$1socket/');
}

/** Three TLS modes that the PostgreSQL client treats like the fourth, with a warning in English. */
const looseTls = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/** Makes a URL explicit: with TLS, certificate and name of the server are always verified, unless it requests libpq's own rules. */
export function strictTls(url: string): string {
  return url.includes('uselibpqcompat=') ? url : url.replace(looseTls, 'verify-full');
}

/** Reports each URL that suggests a weaker verification than is done. */
export function warnOfLooseTls(env: NodeJS.ProcessEnv, tell: (line: string) => void): void {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'DATABASE_MIGRATOR_URL']) {
    const url = env[name] ?? '';
    const word = strictTls(url) === url ? undefined : looseTls.exec(url)?.[0];
    if (word)
      tell(
        `sslmode=${word} in ${name} heißt hier dasselbe wie verify-full, Zertifikat und Name der Datenbank werden geprüft: Bitte verify-full schreiben.`,
      );
  }
}
