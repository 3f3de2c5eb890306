import { Facts } from '#web/ui/plain/Facts.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { isAdmin } from '#shared/kernel/roles.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { genderNames } from '#shared/people/people.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { DepartmentSlices } from './DepartmentSlices.tsx';
import { MemberPapers } from './MemberPapers.tsx';
import { FamilyList } from '../persons/FamilyList.tsx';
import { MemberState } from './MemberState.tsx';
import { memberQuery } from './queries.ts';

/** A member's own page (/member/{memberId}): for the member, the people who act for them, the board and a super; others are redirected to the start page. */
export const Page = inDesignSystem(MemberPage);

function MemberPage() {
  const { memberId = '' } = useParams({ strict: false });
  const { user } = useAuth();
  const { data, error, refetch } = useQuery({ ...memberQuery(memberId), retry: false });
  if (data) return <Profile member={data} />;
  // For the board, who may read every member of the club, a missing one is a 404 (specification section 8).
  if (error instanceof CallError && [400, 403, 404].includes(error.status))
    return user && isAdmin(user.role.name) ? <NotFoundNotice /> : <Navigate to="/" replace />;
  return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Pending />;
}

function Profile({ member }: { member: MemberRecord }) {
  const { street, houseNo, postcode, city } = member;
  return (
    <>
      <PageTitle title={fullName(member)} />
      <PagePart title="Mitgliedschaft">
        <Facts
          facts={[
            ['Status', <MemberState key="state" member={member} />],
            ['Mitgliedsnummer', member.memberNo],
            ['Art', memberKindName(member.kind)],
            ['Eintritt', germanDate(member.joinedOn)],
            ['Austritt', member.leftOn && germanDate(member.leftOn)],
            ['Beitragsgruppe', member.feeGroup],
          ]}
        />
      </PagePart>
      <PagePart title="Abteilungen">
        <DepartmentSlices member={member} />
      </PagePart>
      <MemberPapers member={member} />
      <PagePart title="Familie und Beitrag">
        <FamilyList id={member.id} withAccounts />
      </PagePart>
      <PagePart title="Person">
        <Facts
          facts={[
            ['Geburtsdatum', member.birthDate && germanDate(member.birthDate)],
            ['Geschlecht', genderNames[member.gender]],
            ['Anschrift', [`${street} ${houseNo}`.trim(), `${postcode} ${city}`.trim()].filter(Boolean).join(', ')],
            ['E-Mail', member.email],
            ['Telefon', member.phone],
            ['Mobil', member.mobile],
            ['Notfallkontakt', [member.emergencyContactName, member.emergencyContactPhone].filter(Boolean).join(', ')],
          ]}
        />
      </PagePart>
    </>
  );
}
