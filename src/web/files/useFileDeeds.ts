import type { ListedFile } from '#shared/files.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { CallError } from '#web/lib/call.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { tell, tellProblem } from '#web/ui/notices.tsx';
import { useDeleteFile } from './queries.ts';

/** The deeds on files with their questions beforehand and their notices afterwards. */
export function useFileDeeds() {
  const { mutate } = useDeleteFile();
  const removeNow = (file: ListedFile, evenIfUsed: boolean) =>
    mutate(
      { id: file.id, evenIfUsed },
      {
        onSuccess: () => tell(`„${file.name}“ ist gelöscht.`),
        // Somebody has begun to use it since the list was read.
        onError: (error) => (error instanceof CallError && error.code === 'file-in-use' ? ask(file, true) : tellProblem(error)),
      },
    );
  const ask = (file: ListedFile, isUsed: boolean) =>
    confirm({
      title: isUsed ? 'Datei wird noch verwendet' : 'Datei löschen?',
      text: isUsed
        ? `„${file.name}“ wird noch gezeigt${placesOf(file)}. Dort fehlt sie dann. Das lässt sich nicht rückgängig machen.`
        : `„${file.name}“ wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.`,
      action: isUsed ? 'Trotzdem löschen' : 'Endgültig löschen',
      onConfirm: () => removeNow(file, isUsed),
    });
  return {
    remove: (file: ListedFile) => ask(file, file.uses.length > 0),
    download: (file: ListedFile) => {
      clubStorage()
        .getFile(file.path)
        .then((blob) => saveFile(new File([blob], file.name, { type: file.contentType })), tellProblem);
    },
  };
}

function placesOf({ uses }: ListedFile): string {
  return uses.length > 0 ? ` (${uses.map(({ what }) => what).join(', ')})` : '';
}
