import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notifyProblem } from '../notices/notices.tsx';
import type { ExportFormat } from '#shared/kernel/fields.ts';

/** Downloads a list with its current filters (`ExportButtons` asks for the format). */
export function useExport(ask: (format: ExportFormat) => Promise<File>) {
  return useMutation({ mutationFn: ask, onSuccess: saveFile, onError: notifyProblem });
}
