import { searchContract, type Found } from '#shared/office/search.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { findThings } from './find.ts';
import { findPeople } from './people.ts';
import { wantedOf } from './words.ts';

const os = implementing(searchContract);
const atMost = 20;

/** A search over all records that the caller may see, the best match first. */
export const searchApi = os.router({
  find: os.find.handler(({ context, input }) => {
    const wanted = wantedOf(input.text);
    if (!wanted) return [];
    return context.read(async (tx): Promise<Found[]> => {
      const things = (await findThings(tx, context, wanted)).toSorted((a, b) => b.rank - a.rank);
      const people = await findPeople(tx, context, input.text);
      return [...things.slice(0, atMost).map(({ rank: _rank, ...one }) => one), ...people];
    });
  }),
});
