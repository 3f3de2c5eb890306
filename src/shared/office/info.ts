import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';

const versionInfo = z.object({
  version: z.string(),
  tag: z.string(),
  build: z.string(),
  changes: z.array(z.object({ version: z.string(), date: z.string(), entries: z.array(z.string()) })),
});

/** Version and build information of the application. */
export const infoContract = {
  version: endpoint({ access: 'versionInfo.read' }, { method: 'GET', path: '/version', summary: 'Versionsinformationen' }).output(
    versionInfo,
  ),
};
