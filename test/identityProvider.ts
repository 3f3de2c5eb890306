import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

/** A user of the provider, with the claims that it returns. */
export type Person = {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name?: string;
  family_name?: string;
  factor?: { acr?: string; amr?: string[] };
};

export type IdentityProvider = {
  issuer: string;
  port: number;
  /** The settings that connect our server to it. */
  env: { [name: string]: string };
  people: Map<string, Person>;
  /** Replaces the id token of the next answers; undefined leaves it out. */
  forge?: ((idToken: string) => Promise<string | undefined>) | undefined;
  close(): Promise<void>;
};

/**
 * A real OpenID Connect provider (npm oidc-provider) on a loopback port. Its sign-in page has a button for each person
 * and one to cancel, without passwords.
 */
export async function startIdentityProvider(people: Person[], keys?: NonNullable<Configuration['jwks']>): Promise<IdentityProvider> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const byId = new Map(people.map((person) => [person.sub, person]));
  const provider = new Provider(issuer, { ...configurationOf(byId), ...(keys && { jwks: keys }) });
  // Our server's port is only known after the provider has started.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).pathname === '/api/auth/callback/oidc';
  const serve = provider.callback();
  server.on('request', (request, response) => {
    const uid = /^\/interaction\/([\w-]+)/.exec(request.url ?? '')?.[1];
    if (!uid) {
      if (started.forge && request.url === '/token') forgeAnswer(response, started.forge);
      return void serve(request, response);
    }
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(signInPage(uid, [...byId.values()]));
      return undefined;
    }
    void finish(provider, byId, request, response);
    return undefined;
  });
  const started: IdentityProvider = {
    issuer,
    port,
    people: byId,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'vereinsportal', OIDC_CLIENT_SECRET: 'a-secret-of-the-test', OIDC_NAME: 'Gemeinde-Konto' },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return started;
}

/** Replaces the id token in the body of a response when it ends. */
function forgeAnswer(response: http.ServerResponse, forge: NonNullable<IdentityProvider['forge']>): void {
  const end = response.end.bind(response) as (body: string) => http.ServerResponse;
  const send = async (text: string) => {
    const answer = JSON.parse(text) as { id_token: string };
    const body = JSON.stringify({ ...answer, id_token: await forge(answer.id_token) });
    response.setHeader('content-length', Buffer.byteLength(body));
    end(body);
  };
  response.end = ((body: unknown) => {
    void send(String(body));
    return response;
  }) as typeof response.end;
}

function configurationOf(people: Map<string, Person>): Configuration {
  return {
    clients: [
      {
        client_id: 'vereinsportal',
        client_secret: 'a-secret-of-the-test',
        redirect_uris: ['http://localhost/api/auth/callback/oidc'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a-cookie-key-of-the-test'] },
    acrValues: ['gold'],
    claims: { openid: ['sub', 'acr', 'amr'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => claimsOf(person) };
    },
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function signInPage(uid: string, people: Person[]): string {
  const buttons = people.map(({ sub, email }) => `<button name="sub" value="${sub}">${email}</button>`).join('');
  return `<!doctype html><html lang="de"><title>Gemeinde-Konto</title><form method="post" action="/interaction/${uid}">${buttons}<button name="sub" value="">Abbrechen</button></form>`;
}

async function finish(
  provider: Provider,
  people: Map<string, Person>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sub = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub');
  const result = sub
    ? { login: { accountId: sub, ...people.get(sub)?.factor } }
    : { error: 'access_denied', error_description: 'cancelled' };
  await provider.interactionFinished(request, response, result);
}

/** How the user signed in is not a claim of the account. */
function claimsOf({ factor: _factor, ...person }: Person) {
  return person;
}
