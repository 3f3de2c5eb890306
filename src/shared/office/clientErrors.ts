import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { line } from '#shared/kernel/fields.ts';
import { pageNames } from '#shared/kernel/pages.ts';

/** Where in our own code something broke: a file of the build with line and column. */
const place = z.string().regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/);

/** An error that no page caught: what kind, in which of our pages and files; never what somebody typed or read. */
export const clientErrorInput = z.strictObject({
  name: z.string().regex(/^\w{1,40}$/),
  message: line(160),
  page: z.enum(pageNames).nullable(),
  places: z.array(place).max(3),
});
export type ClientError = z.infer<typeof clientErrorInput>;

/** Errors in the browsers of those who use the pages. */
export const clientErrorsContract = {
  report: endpoint(
    { access: 'clientErrors.report' },
    {
      method: 'POST',
      path: '/client-errors',
      summary: 'Fehler einer Seite melden',
      description: 'Sent by the pages themselves, each error once; stands in the log of the server and in the checks.',
      example: { name: 'TypeError', message: 'x is not a function', page: 'offers', places: ['index-a1b2.js:10:200'] },
    },
  )
    .input(clientErrorInput)
    .output(done),
};
