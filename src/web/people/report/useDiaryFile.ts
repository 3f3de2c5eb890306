import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { Period } from './queries.ts';

/** Exports the diary of a period. */
export function useDiaryFile(period: Period): { save: () => void; isSaving: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.memberReport.diaryFile(period),
    onSuccess: (file) => {
      saveFile(file);
      notify('Das Tagebuch ist als CSV-Datei gespeichert.');
    },
    onError: notifyProblem,
  });
  return { save: () => mutate(), isSaving: isPending };
}
