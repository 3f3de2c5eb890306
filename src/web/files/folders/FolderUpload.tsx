import { storedName } from '#web/lib/storage/fileNames.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import classes from './FilesPage.module.css';
import { takes } from './folders.ts';
import { useRefreshPicture } from './queries.ts';

/** Uploads a file into the open folder, if the viewer may. */
export function FolderUpload({ folder }: { folder: string }) {
  const refresh = useRefreshPicture();
  const taken = takes(folder);
  if (!taken) return <p className={classes['hint']}>Zum Hochladen öffnen Sie einen Ordner unter „Öffentlich“ oder den eines Mitglieds.</p>;
  return (
    <div className={classes['upload']}>
      <UploadBox
        {...taken}
        what="Datei"
        pathOf={(file) => `${folder}${storedName(file.name)}`}
        onStored={(_metadata, file) => {
          refresh();
          notify(`„${file.name}“ ist gespeichert.`);
        }}
      />
    </div>
  );
}
