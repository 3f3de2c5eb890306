import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

/**
 * Keeps what a list shows (filter, order, tab) in the address: it survives a reload, and a bookmark saves it.
 * Every key of `shape` must read a text and be optional or have a default; what does not fit is left out.
 */
export function useAddress<Shape extends z.ZodObject>(shape: Shape): [z.output<Shape>, (change: Partial<z.input<Shape>>) => void] {
  const [texts, set] = useAddressTexts();
  return [readAddress(shape, texts), set];
}

type Texts = { readonly [key: string]: string | undefined };

/** The same without a shape, for public pages: their first visit does without zod, and they look at the texts themselves. */
export function useAddressTexts(): [Texts, (change: object) => void] {
  const search: object = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: object) =>
    void navigate({
      to: '.',
      search: (before: object) => withoutEmpty({ ...before, ...change }),
      replace: true,
      resetScroll: false,
      // A search goes out a moment after the last key: who has opened a record by then does not leave it.
      ignoreBlocker: Object.keys(change).every((key) => key === 'search'),
    });
  return [Object.fromEntries(Object.entries(search).map(([key, value]) => [key, String(value)])), set];
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
