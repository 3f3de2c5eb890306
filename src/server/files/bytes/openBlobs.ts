import type { Settings } from '#server/platform/process/settings.ts';
import type { Blobs } from './blobs.ts';
import { openFolder } from './folderBlobs.ts';
import { openS3 } from './s3Blobs.ts';

export type BlobSettings = Pick<Settings, 'FILES_DIR' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_KEY' | 'S3_SECRET'>;

/** Opens the configured S3-compatible store, or the local folder without one. */
export function openBlobs(settings: BlobSettings): Blobs {
  const { S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET, S3_REGION } = settings;
  if (S3_ENDPOINT && S3_BUCKET && S3_KEY && S3_SECRET) {
    return openS3({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, key: S3_KEY, secret: S3_SECRET, region: S3_REGION }, settings.FILES_DIR);
  }
  return openFolder(settings.FILES_DIR);
}
