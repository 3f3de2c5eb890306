import { Modal } from '@mantine/core';
import { useWide } from '#web/ui/lists/useWide.ts';
import { BookingForm, type BookingFormProps } from './BookingForm.tsx';

/** Books or requests a facility: a single booking, or a weekly series whose conflicts are resolved one by one. */
export function BookingDialog({ isOpen, onClose, ...rest }: BookingFormProps & { isOpen: boolean }) {
  const isWide = useWide();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Halle buchen oder anfragen" size="lg" fullScreen={!isWide}>
      <BookingForm onClose={onClose} {...rest} />
    </Modal>
  );
}
