import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#shared/kernel/rights.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { largestBytes, memberFolder } from '#shared/kernel/storage.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { givenName, storedName } from '#web/lib/storage/fileNames.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import classes from './members.module.css';
import { papersQuery } from './queries.ts';

/** The papers of a member: the member and the people who act for them read them, the board adds to them. */
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
              <Paper path={path} />
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

function Paper({ path }: { path: string }) {
  const [isLoading, setIsLoading] = useState(false);
  const name = givenName(path);
  const download = () => {
    setIsLoading(true);
    clubStorage()
      .getFile(path)
      .then((blob) => saveFile(new File([blob], name, { type: blob.type })), notifyProblem)
      .finally(() => setIsLoading(false));
  };
  return (
    <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={isLoading} onClick={download}>
      {name}
    </Button>
  );
}
