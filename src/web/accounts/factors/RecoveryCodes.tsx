import { saveFile } from '#web/lib/saveFile.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import profile from '../profile/ProfilePage.module.css';
import classes from './factors.module.css';

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const handleSave = () =>
    saveFile(
      new File([`Wiederherstellungscodes für das Vereinsportal\n\n${codes.join('\n')}\n`], 'wiederherstellungscodes.txt', {
        type: 'text/plain',
      }),
    );
  return (
    <>
      <Notice kind="good">Der zweite Faktor ist eingeschaltet. Frühere Wiederherstellungscodes gelten nicht mehr.</Notice>
      <p>
        <strong>Heben Sie diese Codes jetzt gut auf.</strong> Sie sehen sie nur dieses eine Mal. Haben Sie Ihr Handy nicht zur Hand, loggen
        Sie sich mit einem davon ein. Jeder gilt einmal.
      </p>
      <ul className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={profile['actions']}>
        <FormButton type="button" onClick={onDone}>
          Ich habe sie aufgehoben
        </FormButton>
        <FormButton type="button" look="quiet" onClick={handleSave}>
          Als Datei speichern
        </FormButton>
      </div>
    </>
  );
}
