import { useState, type FormEvent } from 'react';
import type { DoorPlan } from '#shared/halls/halls.ts';
import { firstReason } from '#web/lib/call/failure.ts';
import classes from '../plan/hall.module.css';
import { useFacilityMutations } from './queries.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { shrinkPhoto } from './shrinkPhoto.ts';

/** Reports a defect from the door's QR code, with a photo that is reduced before upload. */
export function ReportDefect({ plan, onClose }: { plan: DoorPlan; onClose: () => void }) {
  const { report } = useFacilityMutations();
  const [photo, setPhoto] = useState<string>();
  const [fault, setFault] = useState<string>();
  if (report.isSuccess) return <output className={classes['entry']}>Vielen Dank! Der Schaden ist gemeldet.</output>;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = String(typed.get('text') ?? '');
    if (text.trim().length < 5) return setFault('Bitte beschreiben Sie den Schaden mit mindestens 5 Zeichen.');
    const unitId = String(typed.get('unit') ?? '') || null;
    report.mutate(
      { slug: plan.slug, text, unitId, reportedBy: String(typed.get('name') ?? ''), photo: photo ?? null },
      {
        onError: (error) => setFault(firstReason(error)),
      },
    );
  };
  const choose = (file: File | undefined) => {
    if (file) shrinkPhoto(file).then(setPhoto, () => setFault('Dieses Foto ist nicht zu lesen.'));
  };
  return (
    <form onSubmit={send} className={classes['form']} noValidate>
      <h2 className={classes['day']}>Schaden melden</h2>
      <label className={classes['label']}>
        Was ist kaputt?
        <textarea name="text" rows={3} maxLength={1000} className={classes['input']} aria-describedby="defect-fault" />
      </label>
      <label className={classes['label']}>
        Wo?
        <select name="unit" className={classes['input']}>
          <option value="">Ganze Sportstätte</option>
          {plan.units.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={classes['label']}>
        Ihr Name (freiwillig)
        <input name="name" maxLength={120} autoComplete="name" className={classes['input']} />
      </label>
      <label className={classes['label']}>
        Foto (freiwillig)
        <input type="file" accept="image/*" className={classes['input']} onChange={(event) => choose(event.currentTarget.files?.[0])} />
      </label>
      {photo && <img src={photo} alt="Ihr Foto" className={classes['photo']} />}
      <p id="defect-fault" role="alert" className={classes['fault']}>
        {fault}
      </p>
      <div className={classes['days']}>
        <PlainButton type="submit" look="main" disabled={report.isPending}>
          Melden
        </PlainButton>
        <PlainButton look="main" onClick={onClose}>
          Abbrechen
        </PlainButton>
      </div>
    </form>
  );
}
