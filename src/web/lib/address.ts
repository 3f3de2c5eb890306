import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

/**
 * Keeps a list's filter, order and tab in the URL's query, so that they survive a reload and can be bookmarked. Every
 * key of `shape` must parse a string and be optional or have a default; values that do not parse are dropped.
 */
export function useAddress<Shape extends z.ZodObject>(shape: Shape): [z.output<Shape>, (change: Partial<z.input<Shape>>) => void] {
  const [texts, set] = useAddressTexts();
  return [readAddress(shape, texts), set];
}

/** What a page finds in the query of its URL, before it is rendered. */
export function addressOf<Shape extends z.ZodObject>(shape: Shape, search: object): z.output<Shape> {
  return readAddress(shape, textsOf(search));
}

type Texts = { readonly [key: string]: string | undefined };

function textsOf(search: object): Texts {
  return Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)]));
}

/** The same without a zod shape, so that public pages load without zod; they check the strings themselves. */
export function useAddressTexts(): [Texts, (change: object) => void] {
  const search: object = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: object) =>
    void navigate({
      to: '.',
      search: (before: object) => withoutEmpty({ ...before, ...change }),
      replace: true,
      resetScroll: false,
      // The search is written to the URL after a debounce; it must not count as leaving a record opened in the
      // meantime.
      ignoreBlocker: Object.keys(change).every((key) => key === 'search'),
    });
  return [textsOf(search), set];
}

function readAddress<Shape extends z.ZodObject>(shape: Shape, texts: Texts): z.output<Shape> {
  const result = shape.safeParse(texts);
  if (result.success) return result.data;
  const faulty = new Set(result.error.issues.map(({ path }) => path[0]));
  return shape.parse(Object.fromEntries(Object.entries(texts).filter(([key]) => !faulty.has(key))));
}

function withoutEmpty(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== null));
}
