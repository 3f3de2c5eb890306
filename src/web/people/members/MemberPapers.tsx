import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/kernel/rights.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { largestBytes, memberFolder } from '#shared/kernel/storage.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { storedName } from '#web/lib/storage/fileNames.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import { PaperButton } from '../parts/PaperButton.tsx';
import { papersQuery } from '../parts/papersQuery.ts';
import classes from './members.module.css';

/** A member's documents: readable by the member and those who act for them, the board may add some. */
export function MemberPapers({ member }: { member: MemberRecord }) {
  const { user } = useAuth();
  const folder = memberFolder(member.club, member.id);
  const { data, error, refetch } = useQuery(papersQuery(folder));
  const target = user?.club.name === member.club ? 'club' : 'other';
  const mayAdd = may({ role: user?.role.name }, 'storagePrivate.write', target);
  return (
    <PagePart title="Unterlagen" lead="Diese Unterlagen sehen nur das Mitglied selbst, seine Vertretung und der Vorstand.">
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={classes['papersEmpty']}>Hier liegt noch nichts.</p>}
      {data && data.length > 0 && (
        <ul className={classes['papers']}>
          {data.map((path) => (
            <li key={path}>
              <PaperButton path={path} />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <UploadBox
          what="Unterlage"
          kind="files"
          largestBytes={largestBytes.members}
          pathOf={(file) => `${folder}${storedName(file.name)}`}
          onStored={(_metadata, file) => {
            void refetch();
            notify(`„${file.name}“ ist gespeichert.`);
          }}
        />
      )}
    </PagePart>
  );
}
