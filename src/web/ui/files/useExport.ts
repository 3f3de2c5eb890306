import type { ExportFormat } from '#shared/kernel/fields.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notify, notifyProblem } from '../notices/notices.tsx';

type WantedFile = { format: ExportFormat; columns?: string | undefined };

/** Downloads a list with its current filters (`ExportButtons` asks for the format); `said` is the notification afterwards. */
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
