import { useState } from 'react';
import type { ItemView, HelperListView } from '#shared/helpers/helperListShapes.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../signUp/shifts.module.css';
import { useHelperSignUp } from '../signUp/queries.ts';

const BringForm = lazyPart(async () => (await import('./BringForm.tsx')).BringForm);

/** The items to bring for a helper list. */
export function BringList({ list }: { list: HelperListView }) {
  if (list.items.length === 0) return null;
  return (
    <section aria-label="Zum Mitbringen">
      <h2 className={classes['day']}>Zum Mitbringen</h2>
      <ul className={classes['rows']}>
        {list.items.map((item) => (
          <BringRow key={item.id} item={item} list={list} />
        ))}
      </ul>
    </section>
  );
}

function BringRow({ item, list }: { item: ItemView; list: HelperListView }) {
  const { takeBack } = useHelperSignUp();
  const [isOpen, setIsOpen] = useState(false);
  const [told, setTold] = useState('');
  const { label, needed, pledged, pledges } = item;
  const left = needed - pledged;
  return (
    <li className={classes['row']} data-full={left <= 0}>
      <div className={classes['head']}>
        <strong>{label}</strong>
        {list.state === 'open' && left > 0 && !isOpen && (
          <PlainButton look="main" aria-label={`Mitbringen: ${label}`} onClick={() => setIsOpen(true)}>
            Mitbringen
          </PlainButton>
        )}
      </div>
      <progress className={classes['filled']} value={Math.min(pledged, needed)} max={needed} aria-label={`Zugesagt: ${label}`} />
      <div className={classes['places']}>{left > 0 ? `noch ${left} von ${needed} gesucht` : 'genug zugesagt, danke!'}</div>
      {pledges.map(({ id, quantity, token }) => (
        <div key={id} className={classes['own']}>
          Sie bringen {quantity} mit.
          {token && list.state !== 'done' && (
            <PlainButton
              disabled={takeBack.isPending}
              onClick={() => takeBack.mutate(token, { onSuccess: () => setTold('Ihre Zusage ist zurückgenommen.') })}
            >
              Zurücknehmen
            </PlainButton>
          )}
        </div>
      ))}
      <Refusal error={takeBack.error} />
      <output className={classes['told']}>{told}</output>
      {isOpen && (
        <BringForm
          item={item}
          list={list}
          onDone={(words) => {
            setTold(words);
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}
