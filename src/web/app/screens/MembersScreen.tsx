import { Stack } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { MembersPage, prefetchMembers } from '#web/people/members/MembersPage.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const MemberFeePart = lazyPart(async () => (await import('#web/money/fees/MemberFeePart.tsx')).MemberFeePart);
const PaymentPart = lazyPart(async () => (await import('#web/money/mandates/PaymentPart.tsx')).PaymentPart);
const PersonCards = lazyPart(async () => (await import('#web/courses/cards/PersonCards.tsx')).PersonCards, null);
const DeathPart = lazyPart(async () => (await import('#web/office/deaths/DeathPart.tsx')).DeathPart);

export const prefetch = prefetchMembers;

/** /admin/members: composes the members with their fees and payment data. */
export function Page() {
  return <MembersPage PaymentPart={FeeAndPayment} DeathPart={DeathPart} />;
}

function FeeAndPayment({ personId, club }: { personId: string; club: ClubName }) {
  return (
    <Stack gap="md">
      <MemberFeePart personId={personId} />
      <PaymentPart personId={personId} />
      <PersonCards personId={personId} club={club} />
    </Stack>
  );
}
