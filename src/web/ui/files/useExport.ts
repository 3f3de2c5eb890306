import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notify, notifyProblem } from '../notices/notices.tsx';

/** A file that is wanted: its format, and the columns that the list shows where it follows them. */
export type WantedFile = { format: 'csv' | 'xlsx'; columns?: string | undefined };

/** Takes a list away as a file, with the filters that are set (`ExportButtons` asks in which format); `said` tells that it is there. */
export function useExport(ask: (wanted: WantedFile) => Promise<File>, said?: string) {
  const { mutate, isPending } = useMutation({
    mutationFn: ask,
    onSuccess: (file) => {
      saveFile(file);
      if (said) notify(said);
    },
    onError: notifyProblem,
  });
  return { isBusy: isPending, onExport: (format: WantedFile['format'], columns?: string) => mutate({ format, columns }) };
}
