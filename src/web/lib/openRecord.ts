import { useNavigate } from '@tanstack/react-router';
import { useAddressTexts } from './address.ts';

/**
 * The open record of a list, kept in the URL: it survives a reload, can be shared as a link, and the Back button closes
 * it. Moving between records replaces the history entry, so that one step back leads to the list.
 */
export function useOpenRecord(): [string | undefined, (id: string | undefined) => void] {
  const [{ open }] = useAddressTexts();
  const navigate = useNavigate();
  const setOpen = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ({ open: _before, ...rest }: { open?: string }) => (id === undefined ? rest : { ...rest, open: id }),
      replace: open !== undefined,
      resetScroll: false,
    });
  return [open, setOpen];
}
