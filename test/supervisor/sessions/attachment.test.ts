import { afterEach, expect, it } from 'vitest';
import { Attachment, type LostReason } from '../../../supervisor/sessions/attachment.ts';
import { until } from '../../helpers/until.ts';

let attachment: Attachment | undefined;
afterEach(() => attachment?.end());

/** Of a process that has ended, unless it is said otherwise. */
const attach = ({ graceMs = 600_000, isLauncherDead = (): boolean => true } = {}) => {
  const lost: LostReason[] = [];
  const made = new Attachment({ graceMs, isLauncherDead, onLost: (reason) => lost.push(reason) });
  attachment = made;
  return { attachment: made, lost };
};
const isLost = (lost: LostReason[]) => until('it is lost', () => lost.length > 0);

it('is lost at once if the last request of a process arrives after its end', async () => {
  const { attachment: made, lost } = attach();
  made.connect()();
  await isLost(lost);
  expect(lost).toEqual(['launcher-ended']);
});

it('gets the usual grace period if somebody else connected after the end', async () => {
  let looks = 0;
  const isLauncherDead = () => (looks += 1) > 0;
  const { attachment: made, lost } = attach({ graceMs: 1500, isLauncherDead });
  const disconnect = made.connect();
  const another = attach();
  await isLost(another.lost);
  const looksBefore = looks;
  disconnect();
  await isLost(lost);
  expect(lost).toEqual(['disconnected']);
  expect(looks).toBe(looksBefore);
});

it('is never lost while somebody is connected, or once it has ended', async () => {
  const connected = attach({ graceMs: 1 });
  connected.attachment.connect();
  const ended = attach({ graceMs: 1 });
  ended.attachment.end();
  ended.attachment.connect()();
  await isLost(attach().lost);
  expect([connected.lost, ended.lost]).toEqual([[], []]);
});
