import { randomUUID } from 'node:crypto';
import type { Mark, MarkResult } from '../../src/shared/courses/attendance.ts';
import { attendanceStates, type AttendanceState } from '../../src/shared/courses/sessionStates.ts';
import { seeded } from './people.ts';

/** Sends a queue of marks as a device does; rejects while there is no line. */
export type Send = (device: number, marks: Mark[]) => Promise<MarkResult[]>;

type Device = { queue: Mark[]; isOnline: boolean };

/**
 * One round of two phones on one list: taps, lost lines, sends whose answer got lost and that are sent again, both at once.
 * Each queue keeps the last tap for a person, like the page. Gives the state of the last tap for each person, and every
 * mark that got no answer in the end or was refused.
 */
export async function playDevices(
  seed: number,
  { sessionId, people, startMs }: { sessionId: string; people: readonly string[]; startMs: number },
  send: Send,
): Promise<{ last: Map<string, AttendanceState>; lost: string[] }> {
  const random = seeded(seed);
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // The lists are not empty.
  const devices: Device[] = [0, 1].map(() => ({ queue: [], isOnline: true }));
  const last = new Map<string, AttendanceState>();
  const lost: string[] = [];
  let markedMs = startMs;
  const flush = async (index: number, isAnswerLost: boolean) => {
    const device = devices[index];
    if (!device?.isOnline || device.queue.length === 0) return;
    const sent = [...device.queue];
    const results = await send(index, sent);
    // The server has them, the phone does not know: it sends them again.
    if (isAnswerLost) return;
    for (const { clientId, result, reason } of results) if (result === 'refused') lost.push(`${clientId} ${reason}`);
    const answered = new Set(results.map(({ clientId }) => clientId));
    lost.push(...sent.filter(({ clientId }) => !answered.has(clientId)).map(({ clientId }) => `${clientId} without an answer`));
    device.queue = device.queue.filter(({ clientId }) => !answered.has(clientId));
  };
  for (let step = 0; step < 14; step++) {
    const index = random() < 0.5 ? 0 : 1;
    const device = devices[index] as Device; // There are two.
    const chance = random();
    if (chance < 0.55) {
      const personId = among(people);
      const state = among(attendanceStates.filter((one) => one !== 'trial'));
      markedMs += 1 + Math.floor(random() * 20);
      device.queue = [
        ...device.queue.filter((one) => one.personId !== personId),
        { clientId: randomUUID(), sessionId, personId, state, markedAt: new Date(markedMs).toISOString() },
      ];
      last.set(personId, state);
    } else if (chance < 0.7) device.isOnline = !device.isOnline;
    else if (chance < 0.9) await flush(index, random() < 0.3);
    else await Promise.all([flush(0, random() < 0.3), flush(1, random() < 0.3)]);
  }
  for (const device of devices) device.isOnline = true;
  await Promise.all([flush(0, false), flush(1, false)]);
  return { last, lost };
}
