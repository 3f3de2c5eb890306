import { may } from '#shared/kernel/rights.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Found } from '#shared/office/search.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { findMembers, membersOf } from '#server/people/members/service.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';

const atMost = 8;

/** Persons that the viewer may see: the members of the club for the board, otherwise the viewer and their children. */
export async function findPeople(tx: Transaction, { viewer }: Context, text: string): Promise<Found[]> {
  if (!viewer) return [];
  if (may(viewer, 'members.list', 'club')) {
    const rows = await findMembers(tx, viewer.club, text, atMost);
    return rows.map(({ id, firstname, lastname, memberNo, leftOn }) => ({
      kind: 'person',
      id,
      title: fullName({ firstname, lastname }),
      detail: `Mitglied ${memberNo}${leftOn ? `, ausgetreten zum ${germanDate(leftOn)}` : ''}`,
      link: `/member/${id}`,
    }));
  }
  const own = await ownPeople(tx, viewer.userId);
  const words = text.toLowerCase().split(/\s+/);
  const wanted = own.filter((one) => words.every((word) => fullName(one).toLowerCase().includes(word)));
  const members = await membersOf(
    tx,
    wanted.map(({ id }) => id),
  );
  return wanted.flatMap(({ id, firstname, lastname }) => {
    const member = members.get(id);
    const title = fullName({ firstname, lastname });
    return member
      ? [{ kind: 'person' as const, id: member.id, title, detail: `Mitglied ${member.memberNo}`, link: `/member/${member.id}` }]
      : [];
  });
}
