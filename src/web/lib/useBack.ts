import { ownPath } from '#shared/kernel/back.ts';
import { useAddressTexts } from './address.ts';

/** Where the viewer wanted in when they came here, if that is a page of ours. */
export function useBack(): string | undefined {
  const [{ back }] = useAddressTexts();
  return ownPath(back);
}
