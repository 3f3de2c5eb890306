import { ownPath } from '#shared/kernel/back.ts';
import { useAddressTexts } from './address.ts';

/** The page that the viewer was redirected from, if it is one of ours. */
export function useBack(): string | undefined {
  const [{ back }] = useAddressTexts();
  return ownPath(back);
}
