import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { useState } from 'react';
import { pictureTypes } from '#shared/kernel/storage.ts';
import { formatBytes } from '#web/lib/format.ts';
import type { FileMetadata } from '#web/lib/storage/metadata.ts';
import { Icon } from '../plain/Icon.tsx';
import classes from './Upload.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { uploadText } from './uploadTexts.ts';
import { useUpload } from './useUpload.ts';

type UploadBoxProps = {
  /** What is uploaded, for the label: "Bild", "Datei". */
  what: string;
  /** Pictures only, pictures and PDF files, or any file type. */
  kind: 'pictures' | 'vouchers' | 'files';
  largestBytes: number;
  pathOf: (file: File) => string;
  onStored: (metadata: FileMetadata, file: File) => void;
};

const kinds: { readonly [kind in UploadBoxProps['kind']]: { types: string; icon: string; verb?: string; accept?: string[] } } = {
  pictures: { types: 'JPEG, PNG, WebP, GIF oder AVIF, ', icon: 'photo-up', accept: [...pictureTypes] },
  vouchers: { types: 'Foto oder PDF, ', icon: 'camera', verb: 'fotografieren', accept: [...pictureTypes, 'application/pdf'] },
  files: { types: '', icon: 'upload' },
};

/** A drop zone and file picker, then the progress of the upload with pause and discard. */
export function UploadBox({ what, kind, largestBytes, pathOf, onStored }: UploadBoxProps) {
  const [fault, setFault] = useState<string>();
  const { upload, start } = useUpload(pathOf, onStored);
  if (upload) return <UploadProgress upload={upload} />;
  const { types, icon, verb = 'hierher ziehen', accept } = kinds[kind];
  const hint = `${types}höchstens ${formatBytes(largestBytes)}`;
  return (
    <div>
      <Dropzone
        aria-label={`${what} auswählen`}
        multiple={false}
        maxSize={largestBytes}
        {...(accept && { accept })}
        onDrop={([file]) => {
          setFault(undefined);
          if (file) start(file);
        }}
        onReject={([rejected]) => setFault(faultOf(rejected?.errors[0]?.code))}
      >
        <div className={classes['drop']}>
          <Icon name={icon} size={32} />
          <p className={classes['dropText']}>
            {what} {verb} oder auswählen
          </p>
          <p className={classes['hint']}>{hint}</p>
        </div>
      </Dropzone>
      {fault && (
        <p role="alert" className={classes['fault']}>
          {fault}
        </p>
      )}
    </div>
  );
}

function faultOf(code: string | undefined): string {
  return uploadText({ code: 'unknown', reason: code === 'file-too-large' ? 'too-large' : 'type-not-allowed' });
}
