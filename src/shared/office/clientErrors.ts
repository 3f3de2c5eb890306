import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { line } from '#shared/kernel/fields.ts';
import { pageNames } from '#shared/kernel/pages.ts';

/** A position in the application's own build: file, line and column. */
const place = z.string().regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/);

/** An uncaught error in the browser: its type, the page, and the positions in the build; never any input or data. */
export const clientErrorInput = z.strictObject({
  name: z.string().regex(/^\w{1,40}$/),
  message: line(160),
  page: z.enum(pageNames).nullable(),
  places: z.array(place).max(3),
});
export type ClientError = z.infer<typeof clientErrorInput>;

/** Reports of uncaught errors in browsers. */
export const clientErrorsContract = {
  report: endpoint(
    { access: 'clientErrors.report' },
    {
      method: 'POST',
      path: '/client-errors',
      summary: 'Fehler einer Seite melden',
      description: 'Sent by the web application, each error once. Appears in the server log and in the checks.',
      example: { name: 'TypeError', message: 'x is not a function', page: 'offers', places: ['index-a1b2.js:10:200'] },
    },
  )
    .input(clientErrorInput)
    .output(done),
};
