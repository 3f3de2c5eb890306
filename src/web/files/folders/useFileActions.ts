import type { ListedFile } from '#shared/files/files.ts';
import { pictureUrl } from '#shared/kernel/storage.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { publicFileUrl } from '#web/lib/storage/publicFile.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { CallError } from '#web/lib/call/call.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDeleteFile } from './queries.ts';

/** The actions on files with their confirmations and notifications. */
export function useFileActions() {
  const { mutate } = useDeleteFile();
  const onDeleted = useDeleted();
  const deleteNow = (file: ListedFile, evenIfUsed: boolean) =>
    mutate(
      { id: file.id, evenIfUsed },
      {
        onSuccess: () => (isForGood(file) ? notify : (words: string) => onDeleted(file.id, words))(`„${file.name}“ ist gelöscht.`),
        // The file has come into use since the list was loaded.
        onError: (error) => (error instanceof CallError && error.code === 'file-in-use' ? ask(file, true) : notifyProblem(error)),
      },
    );
  const ask = (file: ListedFile, isUsed: boolean) =>
    confirm({
      title: isUsed ? 'Datei wird noch verwendet' : 'Datei löschen?',
      text: `${isUsed ? `„${file.name}“ wird noch gezeigt${placesOf(file)}. Dort fehlt sie dann.` : `„${file.name}“ wird endgültig gelöscht.`}${isForGood(file) ? ' Das lässt sich nicht rückgängig machen.' : ''}`,
      action: isUsed ? 'Trotzdem löschen' : 'Endgültig löschen',
      onConfirm: () => deleteNow(file, isUsed),
    });
  return {
    remove: (file: ListedFile) => (file.uses.length > 0 || isForGood(file) ? ask(file, file.uses.length > 0) : deleteNow(file, false)),
    /** Copies the public URL of a file, for use in a text. */
    copyAddress: (file: ListedFile) => {
      const address = location.origin + (file.width === null ? publicFileUrl(file.path) : pictureUrl(file.path, 1920));
      void copy(address).then(() => notify('Die Adresse ist kopiert.'), notifyProblem);
    },
    download: (file: ListedFile) => {
      clubStorage()
        .getFile(file.path)
        .then((blob) => saveFile(new File([blob], file.name, { type: file.contentType })), notifyProblem);
    },
  };
}

/** Personal documents and account files are not kept in the bin. */
function isForGood({ path }: ListedFile): boolean {
  return path.startsWith('users/') || path.split('/')[1] === 'members';
}

/** The clipboard API exists on secure pages only. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function placesOf({ uses }: ListedFile): string {
  return uses.length > 0 ? ` (${uses.map(({ what }) => what).join(', ')})` : '';
}
