import { useNavigate } from '@tanstack/react-router';
import { useAddressTexts } from './address.ts';

/**
 * Which record of a list lies open, kept in the address: it survives a reload and can be sent as a link, and the browser's
 * way back closes it. From one record to the next the address changes in place, so that one step back leads to the list.
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
