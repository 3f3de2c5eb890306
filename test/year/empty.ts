import { setDemoState } from '../../src/server/db/demo.ts';
import { seedClubs } from '../../src/server/club/clubs/service.ts';
import { inviteByHand } from '../../src/server/accounts/sessions/service.ts';
import { everyClub } from '../../src/server/platform/database/database.ts';
import { emptyTemplate } from '../globalSetup.ts';
import { startServer, type TestServer } from '../harness.ts';

/** Who sets the product up. */
export const founder = { firstname: 'Svenja', lastname: 'Start', email: 'svenja@verein.example', password: 'Gruener-Kakadu-77' };

/** A server on an empty product, and the link that `npm run superuser` shows for its first account. */
export type EmptyServer = TestServer & { invitation: string };

/** Starts a server with nothing in it but the three clubs: no demonstration, no account but the invited founder. */
export async function startEmpty(): Promise<EmptyServer> {
  const server = await startServer({}, emptyTemplate);
  await seedClubs(server.database);
  const { password: _password, ...who } = founder;
  const invitation = await server.database.write(everyClub, async (write) => {
    await setDemoState(write.tx, 'cleared');
    return inviteByHand(write, server.settings, { ...who, club: 'RWA', role: 'super' });
  });
  return Object.assign(server, { invitation });
}
