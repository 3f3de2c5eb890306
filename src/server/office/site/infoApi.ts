import { infoContract } from '#shared/office/info.ts';
import { appVersion, versionTag } from '#shared/kernel/version.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readChanges } from './changes.ts';

const os = implementing(infoContract);

/** The version and the changes of the application. */
export function infoApi(build: string) {
  return os.router({
    version: os.version.handler(async () => ({ version: appVersion, tag: versionTag, build, changes: await readChanges() })),
  });
}
