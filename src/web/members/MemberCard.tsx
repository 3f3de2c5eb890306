import { Group, Text } from '@mantine/core';
import { germanDate } from '#shared/calendar.ts';
import type { ListedMember } from '#shared/members.ts';
import { memberKindName } from '#shared/memberWords.ts';
import { MemberName } from './memberColumns.tsx';
import { MemberState } from './MemberState.tsx';
import classes from './members.module.css';

/** A member on a phone. */
export function MemberCard({ member, onOpen }: { member: ListedMember; onOpen: (id: string) => void }) {
  const { memberNo, kind, departments, joinedOn } = member;
  return (
    <div className={classes['cardName']}>
      <MemberName member={member} onOpen={onOpen} />
      <Text size="sm">
        Nr. {memberNo} · {memberKindName(kind)}
        {departments.length > 0 && ` · ${departments.join(', ')}`}
      </Text>
      <Group gap="0 0.75rem">
        <MemberState member={member} />
        <Text size="sm" c="dimmed">
          seit {germanDate(joinedOn)}
        </Text>
      </Group>
    </div>
  );
}
