import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatRemaining } from '#web/lib/format.ts';
import type { StorageError } from '#web/lib/storage/storageError.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './Upload.module.css';
import { uploadText } from './uploadTexts.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import type { RunningUpload } from './useUpload.ts';

/** A running upload: its file, its progress and its buttons. */
export function UploadProgress({ upload }: { upload: RunningUpload }) {
  const { file, snapshot, discard } = upload;
  const { state, error, bytesTransferred, totalBytes } = snapshot;
  const percent = totalBytes === 0 ? 0 : Math.floor((bytesTransferred / totalBytes) * 100);
  return (
    <div className={classes['progress']}>
      <Preview file={file} />
      <div className={classes['facts']}>
        <p className={classes['name']}>{file.name}</p>
        {error ? (
          <p role="alert" className={classes['fault']}>
            {uploadText(error)}
          </p>
        ) : (
          <>
            <Progress
              value={percent}
              size="lg"
              aria-label={`${file.name} hochladen`}
              striped={state === 'running'}
              animated={state === 'running'}
            />
            <p className={classes['state']}>{stateText(upload)}</p>
          </>
        )}
        <Buttons upload={upload} onDiscard={discard} />
      </div>
    </div>
  );
}

function Buttons({ upload: { snapshot, pause, resume, retry }, onDiscard }: { upload: RunningUpload; onDiscard: () => void }) {
  const { state } = snapshot;
  return (
    <div className={classes['buttons']}>
      {state === 'running' && (
        <Button variant="default" leftSection={<Icon name="player-pause" size={18} />} onClick={pause}>
          Anhalten
        </Button>
      )}
      {state === 'paused' && (
        <Button leftSection={<Icon name="player-play" size={18} />} onClick={resume}>
          Fortsetzen
        </Button>
      )}
      {snapshot.error && mayHelp(snapshot.error) && (
        <Button leftSection={<Icon name="refresh" size={18} />} onClick={retry}>
          Noch einmal
        </Button>
      )}
      <Button variant="default" leftSection={<Icon name="x" size={18} />} onClick={onDiscard}>
        {state === 'error' ? 'Verwerfen' : 'Abbrechen'}
      </Button>
    </div>
  );
}

/** Whether retrying the same file may help; a file that was refused for its content will be refused again. */
function mayHelp({ code, reason }: StorageError): boolean {
  const isOnlyNow = reason === undefined || ['checksum', 'disk-full', 'too-many-uploads'].includes(reason);
  return isOnlyNow && code !== 'unauthorized' && code !== 'quota-exceeded' && code !== 'cannot-slice-blob';
}

function stateText({ snapshot: { state, bytesTransferred, totalBytes, isWaiting }, remainingMs }: RunningUpload): string {
  const bytes = `${formatBytes(bytesTransferred)} von ${formatBytes(totalBytes)}`;
  if (state === 'paused') return `${bytes}, angehalten`;
  if (isWaiting) return `${bytes}, unterbrochen, es geht gleich von selbst weiter …`;
  if (bytesTransferred >= totalBytes) return `${bytes}, wird verarbeitet …`;
  return remainingMs === undefined ? bytes : `${bytes}, ${formatRemaining(remainingMs)}`;
}

/** A preview of the picture, or an icon for other files. */
function Preview({ file }: { file: File }) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const url = useObjectUrl(file.type.startsWith('image/') ? file : undefined);
  return (
    <div className={classes['preview']}>
      {url && url !== brokenUrl ? <img src={url} alt="" onError={() => setBrokenUrl(url)} /> : <Icon name="file" size={32} />}
    </div>
  );
}
