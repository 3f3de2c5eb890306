import { useCallback, useEffect, useRef, useState } from 'react';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import type { FileMetadata } from '#web/lib/storage/metadata.ts';
import { Pace } from '#web/lib/storage/pace.ts';
import type { Snapshot, UploadTask } from '#web/lib/storage/uploadTask.ts';

/** An upload as a page shows it. */
export type RunningUpload = {
  file: File;
  snapshot: Snapshot;
  /** Undefined while there is no estimate. */
  remainingMs: number | undefined;
  pause: () => void;
  resume: () => void;
  /** Cancels the upload, even when paused, and clears it. */
  discard: () => void;
  /** Sends the same file again after a failure. */
  retry: () => void;
};

type State = { file: File; snapshot: Snapshot; remainingMs: number | undefined };

/** One upload at a time. `onStored` receives the stored file; a failed upload stays visible and can be retried. */
export function useUpload(
  pathOf: (file: File) => string,
  onStored: (metadata: FileMetadata, file: File) => void,
): { upload: RunningUpload | undefined; start: (file: File) => void } {
  const [state, setState] = useState<State>();
  const task = useRef<UploadTask>(undefined);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });

  // Leaving the page cancels its uploads.
  useEffect(() => () => void task.current?.discard(), []);

  const start = (file: File) => {
    const pace = new Pace();
    const begun = clubStorage().upload(pathOf(file), file);
    task.current = begun;
    begun.subscribe((snapshot) => {
      if (task.current !== begun) return;
      if (snapshot.state === 'running' && !snapshot.isWaiting) pace.note(snapshot.bytesTransferred, performance.now());
      else pace.reset();
      if (snapshot.state === 'success' && snapshot.metadata) {
        setState(undefined);
        stored.current(snapshot.metadata, file);
      } else if (snapshot.state === 'canceled') setState(undefined);
      else setState({ file, snapshot, remainingMs: pace.remainingMs(snapshot.totalBytes) });
    });
  };

  const discard = useCallback(() => {
    task.current?.discard();
    setState(undefined);
  }, []);

  const upload = state && {
    ...state,
    pause: () => void task.current?.pause(),
    resume: () => void task.current?.resume(),
    discard,
    retry: () => start(state.file),
  };
  return { upload, start };
}
