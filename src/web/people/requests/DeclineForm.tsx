import { declineInput } from '#shared/people/changeRequests.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';

type DeclineFormProps = {
  isBusy: boolean;
  error: unknown;
  onDecline: (reason: string, onError: (error: unknown) => void) => void;
  onCancel: () => void;
};

/** The reason for declining a request or an application. */
export function DeclineForm({ onDecline, ...of }: DeclineFormProps) {
  return (
    <ReasonForm
      {...of}
      description="Steht in der Mail."
      action="Ablehnen"
      isGrave
      isLong
      shape={declineInput.shape.reason}
      maxLength={500}
      onReason={onDecline}
    />
  );
}
