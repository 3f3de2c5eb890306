import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notifyProblem } from '../notices/notices.tsx';

/** Takes a list away as a file, with the filters that are set (`ExportButtons` asks in which format). */
export function useExport(ask: (format: 'csv' | 'xlsx') => Promise<File>) {
  return useMutation({ mutationFn: ask, onSuccess: saveFile, onError: notifyProblem });
}
