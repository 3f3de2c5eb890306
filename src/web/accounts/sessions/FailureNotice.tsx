import { boot } from '#web/lib/boot.ts';
import { Notice } from './Notice.tsx';

/** The one neutral sentence after a failed sign-in or sign-up; only where a super has switched it on. */
export function FailureNotice({ hasFailed }: { hasFailed: boolean }) {
  if (!hasFailed || !boot.parameters.showSignInErrors) return null;
  return <Notice kind="bad">Das hat nicht geklappt: Bitte prüfen Sie Ihre Angaben und versuchen Sie es gleich noch einmal.</Notice>;
}
