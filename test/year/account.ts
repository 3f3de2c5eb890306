import { expect } from 'vitest';
import type { Role } from '../../src/shared/kernel/roles.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { inviteByHand } from '../../src/server/accounts/sessions/service.ts';
import { everyClub } from '../../src/server/platform/database/database.ts';
import type { Stage } from '../e2e/person.ts';
import type { Client } from '../harness.ts';
import type { EmptyServer } from './empty.ts';

/** Of everybody who has an account in a journey that is not about accounts. */
const everydayPassword = 'Sieben-bunte-Baelle-9';

/** Somebody with an account at {firstname}@familie.example, as an invited person has it after the first step. */
export async function account({ server }: Stage<EmptyServer>, firstname: string, role: Role, club: ClubName = 'RWA'): Promise<Client> {
  const who = { firstname, lastname: 'Muster', email: `${firstname.toLowerCase()}@familie.example`, club, role };
  const link = await server.database.write(everyClub, (write) => inviteByHand(write, server.settings, who));
  const client = server.visitor(club);
  await client.post('/api/session/mail-links/password', { token: new URL(link).hash.slice(1), password: everydayPassword });
  expect((await client.signIn(who.email, everydayPassword)).status).toBe(200);
  return client;
}
