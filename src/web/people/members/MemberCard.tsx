import { germanDate } from '#shared/kernel/calendar.ts';
import type { ListedMember } from '#shared/people/members.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { MemberName } from './memberColumns.tsx';
import { MemberState } from './MemberState.tsx';
import classes from './members.module.css';

/** A member on a phone. */
export function MemberCard({ member, onOpen }: { member: ListedMember; onOpen: (id: string) => void }) {
  const { memberNo, kind, departments, joinedOn } = member;
  return (
    <div className={classes['cardName']}>
      <MemberName member={member} onOpen={onOpen} />
      <div>
        Nr. {memberNo} · {memberKindName(kind)}
        {departments.length > 0 && ` · ${departments.join(', ')}`}
      </div>
      <div className={classes['cardState']}>
        <MemberState member={member} />
        <span>seit {germanDate(joinedOn)}</span>
      </div>
    </div>
  );
}
