import { ActionIcon, Menu, Modal } from '@mantine/core';
import { useState } from 'react';
import { mayChange } from '#shared/courses/enrolmentStates.ts';
import type { ListedEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { ActionForm } from './ActionForm.tsx';
import { fits } from './actionRules.ts';
import { actionNames, type Action } from './actionWords.ts';

type MenuProps = { one: ListedEnrolment; /** Undefined at events. */ course: Pick<ParticipantList['course'], 'id' | 'club'> | undefined };

/** The actions on one enrolment; each asks for what it needs. */
export function ParticipantMenu({ one, course }: MenuProps) {
  const [action, setAction] = useState<Action>();
  const may: { readonly [name in Action]: boolean } = {
    confirm: fits.confirm(one),
    offer: one.state === 'waitlisted',
    first: one.state === 'waitlisted' && one.position !== 1,
    replace: one.state === 'confirmed',
    move: course !== undefined && fits.move(one),
    stay: one.moving !== '',
    pause: one.mayPause || one.pause !== null,
    price: one.priceCategory !== null && mayChange(one.state, 'cancelled'),
    note: true,
    reject: mayChange(one.state, 'rejected'),
    cancel: fits.cancel(one),
  };
  const open = keysOf(actionNames).filter((name) => may[name]);
  if (open.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Aktionen für ${fullName(one)}`}>
            <Icon name="dots-vertical" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((name) => (
            <Menu.Item key={name} onClick={() => setAction(name)}>
              {actionNames[name]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={action !== undefined}
        onClose={() => setAction(undefined)}
        title={action && `${actionNames[action]}: ${fullName(one)}`}
        centered
      >
        {action && <ActionForm action={action} one={one} course={course} onDone={() => setAction(undefined)} />}
      </Modal>
    </>
  );
}
