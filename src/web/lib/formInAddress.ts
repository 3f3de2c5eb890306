import { useEffect, useState } from 'react';
import { useAddressTexts } from './address.ts';

/** Whether a form is open; `?form=new` in the URL also opens the form `new` and is then removed. */
export function useFormInAddress(name: string): [boolean, (isOpen: boolean) => void] {
  const [{ form }, setAddress] = useAddressTexts();
  const [isOpen, setIsOpen] = useState(form === name);
  const [seen, setSeen] = useState(form);
  if (form !== seen) {
    setSeen(form);
    if (form === name) setIsOpen(true);
  }
  useEffect(() => {
    if (form === name) setAddress({ form: undefined });
  });
  return [isOpen, setIsOpen];
}
