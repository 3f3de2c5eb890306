import { newId } from '#web/lib/newId.ts';
import { tell } from '#web/ui/notices.tsx';
import { UploadBox } from '#web/ui/UploadBox.tsx';
import classes from './FilesPage.module.css';
import { takes } from './folders.ts';
import { useRefreshPicture } from './queries.ts';

/** Puts a new file into the open folder, where one may. */
export function FolderUpload({ folder }: { folder: string }) {
  const refresh = useRefreshPicture();
  const taken = takes(folder);
  if (!taken) return <p className={classes['hint']}>Zum Hochladen öffnen Sie einen Ordner unter „Öffentlich“ oder den eines Mitglieds.</p>;
  return (
    <div className={classes['upload']}>
      <UploadBox
        {...taken}
        what="Datei"
        // The beginning keeps two files of the same name apart; what people know stays readable.
        pathOf={(file) => `${folder}${newId().slice(0, 8)}-${plainName(file.name)}`}
        onStored={(_metadata, file) => {
          refresh();
          tell(`„${file.name}“ ist gespeichert.`);
        }}
      />
    </div>
  );
}

/** A file name without what a path may not hold. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}/\\\u2028\u2029]/gu, '-')
    .slice(-120);
  return plain || 'datei';
}
