import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

/**
 * Keeps what a list shows (filter, order, tab) in the address: it survives a reload, and a bookmark saves it.
 * Every key of `shape` must read a text and be optional or have a default; what does not fit is left out.
 */
export function useAddress<Shape extends z.ZodObject>(shape: Shape): [z.output<Shape>, (change: Partial<z.input<Shape>>) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Partial<z.input<Shape>>) =>
    void navigate({ to: '.', search: (before: object) => withoutEmpty({ ...before, ...change }), replace: true, resetScroll: false });
  return [readAddress(shape, search), set];
}

function readAddress<Shape extends z.ZodObject>(shape: Shape, search: object): z.output<Shape> {
  const texts = Object.entries(search).map(([key, value]) => [key, String(value)] as const);
  const result = shape.safeParse(Object.fromEntries(texts));
  if (result.success) return result.data;
  const faulty = new Set(result.error.issues.map(({ path }) => path[0]));
  return shape.parse(Object.fromEntries(texts.filter(([key]) => !faulty.has(key))));
}

function withoutEmpty(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== null));
}
