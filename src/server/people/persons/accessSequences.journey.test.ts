import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DuplicatePair } from '#shared/people/memberLinks.ts';
import type { Application } from '#shared/people/membershipApplications.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
const accounts: { client: Client; id: string; email: string }[] = [];
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const [user] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf(role)]);
    accounts.push({ client: await server.signedIn(role), id: user?.id ?? '', email: emailOf(role) });
  }
});
afterAll(() => server.close());

const who = fc.nat(2);
const ticks = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
const step = fc.oneof(
  fc.record({ do: fc.constant('claim' as const), who }),
  fc.record({ do: fc.constant('apply' as const), who }),
  fc.record({ do: fc.constant('link' as const), who }),
  fc.record({ do: fc.constant('end' as const), who, at: fc.nat(5) }),
  fc.record({ do: fc.constant('accept' as const), ticks }),
  fc.record({ do: fc.constant('merge' as const), ticks, kept: fc.nat(5), other: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A child with records of the club and of several accounts, and a model of the granted accesses. */
class World {
  readonly child = { firstname: 'Lina', lastname: `Zufall${randomUUID().slice(0, 8)}`, birthDate: '2015-03-04' };
  /** Records that have not been merged. */
  readonly records = new Set<string>();
  readonly members = new Map<string, string>();
  /** Pairs of record and account with access granted by the board. */
  readonly granted = new Set<string>();
  /** Pairs of record and account that created the record. */
  readonly entered = new Set<string>();

  async begin(): Promise<void> {
    const [id, memberId] = [randomUUID(), randomUUID()];
    await server.sql(
      `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Lina', $2, '2015-03-04', now(), now())`,
      [id, this.child.lastname],
    );
    await server.sql(
      `insert into member (id, club, person_id, member_no, joined_on, left_on, status) values ($1, 'RWA', $2, $3, '2019-01-01', '2020-12-31', 'terminated')`,
      [memberId, id, `Z-${memberId}`.slice(0, 20)],
    );
    this.records.add(id);
    this.members.set(memberId, id);
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'claim') return this.claim(one.who);
    if (one.do === 'apply') return this.apply(one.who);
    if (one.do === 'link') return this.link(one.who);
    if (one.do === 'end') return this.end(one.who, one.at);
    if (one.do === 'accept') return this.accept(one.ticks);
    return this.merge(one);
  }

  async claim(at: number): Promise<void> {
    const { client, id } = accountAt(at);
    const { status, body } = await client.post<OwnPerson>('/api/people/mine', { club: 'RWA', relation: 'guardian', ...this.child });
    if (status !== 200) return;
    if (!this.records.has(body.id)) this.entered.add(`${body.id} ${id}`);
    this.records.add(body.id);
  }

  async apply(at: number): Promise<void> {
    await server.sql('delete from rate_limit');
    const address = { street: 'Weg', houseNo: '1', postcode: '59999', city: 'Auenfeld' };
    const said = {
      isForChild: true,
      applicantName: 'Wer Auch',
      applicantEmail: 'wer@example.org',
      acceptsTerms: true,
      acceptsPrivacy: true,
    };
    const { status } = await accountAt(at).client.post('/api/membership-applications', {
      ...this.child,
      ...address,
      ...said,
      joinsOn: '2026-12-01',
    });
    expect(status).toBe(200);
  }

  async link(at: number): Promise<void> {
    const [memberId, personId] = [...this.members][0] ?? [];
    const { email, id } = accountAt(at);
    const { status } = await anton.post(`/api/members/${memberId}/family`, { email, relation: 'guardian' });
    if (status === 200) this.granted.add(`${personId} ${id}`);
  }

  async end(at: number, index: number): Promise<void> {
    const personId = [...this.records][index % this.records.size] ?? '';
    const { id } = accountAt(at);
    const { status } = await anton.send('DELETE', `/api/people/${personId}/access/${id}`);
    if (status !== 200) return;
    this.granted.delete(`${personId} ${id}`);
    this.entered.delete(`${personId} ${id}`);
  }

  async accept(ticked: boolean[]): Promise<void> {
    const { body: open } = await anton.get<Application[]>('/api/membership-applications');
    const one = open.find(({ lastname }) => lastname === this.child.lastname);
    if (!one) return;
    const allowed = one.access.gaining.map(({ userId }) => userId).filter((_id, at) => ticked[at]);
    const answer = await anton.post<Application>(`/api/membership-applications/${one.id}/accept`, {
      version: one.version,
      memberNo: randomUUID().slice(0, 18),
      joinedOn: '2026-12-01',
      allowed,
    });
    if (answer.status !== 200) return;
    const memberId = answer.body.memberId ?? '';
    const [row] = await server.sql<{ id: string }>('select person_id as id from member where id = $1', [memberId]);
    const personId = row?.id ?? '';
    this.records.add(personId);
    this.members.set(memberId, personId);
    for (const id of allowed) this.granted.add(`${personId} ${id}`);
  }

  async merge({ kept: first, other: second, ticks: ticked }: { kept: number; other: number; ticks: boolean[] }): Promise<void> {
    const { body } = await anton.get<DuplicatePair[]>('/api/members/duplicates');
    const pairs = body.filter((pair) => pair.first.fields.lastname === this.child.lastname);
    const pair = pairs[first % Math.max(pairs.length, 1)];
    if (!pair) return;
    const [kept, other] = second % 2 === 0 ? [pair.first, pair.second] : [pair.second, pair.first];
    const allowed = second % 2 === 0 ? pair.access.gaining.map(({ userId }) => userId).filter((_id, at) => ticked[at]) : [];
    const { status } = await anton.post(`/api/people/${kept.id}/merge`, {
      otherId: other.id,
      version: kept.version,
      otherVersion: other.version,
      taken: [],
      allowed,
    });
    if (status !== 200) return;
    this.records.delete(other.id);
    for (const [memberId, personId] of this.members) if (personId === other.id) this.members.set(memberId, kept.id);
    for (const id of allowed) this.granted.add(`${kept.id} ${id}`);
  }

  /** Everything that an account can read without having been granted access. */
  async stolen(): Promise<string[]> {
    const found: string[] = [];
    for (const { client, id, email } of accounts) {
      for (const [memberId, personId] of this.members)
        if ((await client.get(`/api/members/${memberId}`)).status === 200 && !this.granted.has(`${personId} ${id}`))
          found.push(`${email} reads the member ${memberId}`);
      const { body: mine } = await client.get<OwnPerson[]>('/api/people/mine');
      for (const { id: personId } of mine.filter(({ lastname }) => lastname === this.child.lastname)) {
        const isOwn = this.entered.has(`${personId} ${id}`) && ![...this.members.values()].includes(personId);
        if (!isOwn && !this.granted.has(`${personId} ${id}`)) found.push(`${email} acts for ${personId}`);
      }
    }
    return found;
  }
}

test('whatever is claimed, applied for, accepted, merged, linked and ended: no account reads a record without a grant', async () => {
  let granted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const world = new World();
      await world.begin();
      for (const one of steps) {
        await world.take(one);
        expect(await world.stolen()).toEqual([]);
      }
      granted += world.granted.size;
    }),
    { numRuns: 15 },
  );
  // The random steps are effective: some accesses were granted.
  expect(granted).toBeGreaterThan(0);
}, 120_000);

function accountAt(at: number) {
  const account = accounts[at];
  if (!account) throw new Error('There is no such account.');
  return account;
}
