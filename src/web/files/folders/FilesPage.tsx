import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { FileList } from './FileList.tsx';
import classes from './FilesPage.module.css';
import { FolderPath } from './FolderPath.tsx';
import { FolderUpload } from './FolderUpload.tsx';
import { UsageBar } from './UsageBar.tsx';

const address = z.object({
  folder: z.string().max(1024).default(''),
  search: z.string().max(100).optional(),
  club: clubName.optional(),
});

/** The file manager of the club (/admin/files); a super chooses the club. */
export function Page() {
  const { user } = useAuth();
  const [{ folder, search, club: chosen }, setAddress] = useAddress(address);
  if (!user) return null;
  const { seesClubs, club } = seenClub(user, 'files.list', chosen);
  return (
    <>
      <PageTitle title={pages.adminFiles.title} />
      <UsageBar club={club} />
      <div className={classes['tools']}>
        <SearchField label="Dateiname" value={search ?? ''} onSearch={(text) => setAddress({ search: text })} />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next, folder: '' })} />}
      </div>
      <FolderPath folder={folder} onOpen={(next) => setAddress({ folder: next, search: '' })} />
      <FileList club={club} folder={folder} search={search} onOpen={(next) => setAddress({ folder: next, search: '' })} />
      {!search && <FolderUpload folder={folder} />}
    </>
  );
}
