import type { ControlEvent } from '../../../../shared/supervisor/status.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { storedChoices } from '../../store/stored-choices.ts';
import type { Row } from '../../store/row.ts';

import type { NotificationState, State } from '../../store/state.ts';
import type { Dashboard } from '../../ui/dashboard.ts';
import { openReview } from '../../ui/session-address.ts';

/** Above this number, notifications are combined into one. */
const eachUpTo = 3;

/** Not available over plain HTTP from another machine. */
const isPossible = (): boolean =>
  'Notification' in window && window.isSecureContext && Notification.permission !== 'denied';

/** On if the user turned them on before and the browser still allows it. */
export const firstNotificationState = (): NotificationState => {
  if (!isPossible()) return 'blocked';
  return storedChoices.notifications.get() === 'on' && Notification.permission === 'granted'
    ? 'on'
    : 'off';
};

/** Toggles notifications. Requests permission only here, since that requires a click. */
export const toggleNotifications = ({ store }: Dashboard): void => {
  const set = (notifications: NotificationState) => {
    storedChoices.notifications.set(notifications === 'on' ? 'on' : 'off');
    store.dispatch({ type: 'settings/changed', change: { notifications } });
  };
  const { notifications } = store.getState().settings;
  if (notifications === 'on') set('off');
  else if (!isPossible()) set('blocked');
  else if (notifications === 'off') {
    set('asking');
    void Notification.requestPermission().then((permission) =>
      set(permission === 'granted' ? 'on' : permission === 'denied' ? 'blocked' : 'off'),
    );
  }
};

/** The sessions that these events opened or ended, compared with the current state. */
const noticeFor = (
  { sessions: { rows, isLoaded } }: State,
  events: readonly ControlEvent[],
): { readonly opened: Row[]; readonly ended: Row[] } => {
  const opened = new Map<string, Row>();
  const ended = new Map<string, Row>();
  const isNew = (id: string) => isLoaded && !rows.has(id);
  const end = (id: string, how: Row['end']) => {
    const row = opened.get(id) ?? rows.get(id);
    if (row !== undefined && row.end === undefined && how !== undefined)
      ended.set(id, { session: row.session, end: how });
  };
  for (const event of events)
    if (event.type === 'exited') end(event.id, event);
    else if (event.type === 'snapshot') {
      for (const session of event.sessions)
        if (isNew(session.id)) opened.set(session.id, { session });
      for (const session of event.ended) end(session.id, session);
    } else if (event.type === 'opened' && isNew(event.session.id))
      opened.set(event.session.id, { session: event.session });
  return { opened: [...opened.values()], ended: [...ended.values()] };
};

const show = (dashboard: Dashboard, heading: string, { session }: Row): void => {
  const notification = new Notification(heading, {
    body: cleanText(`${session.title} (${session.project})`),
    tag: session.id,
  });
  notification.addEventListener('click', () => {
    const state = dashboard.store.getState();
    const row = state.sessions.rows.get(session.id);
    if (row?.end === undefined) openReview(row ?? { session }, state);
    else window.focus();
    notification.close();
  });
};

/** Notifies of events if enabled. Call before the state includes them. */
export const notifyOf = (dashboard: Dashboard, events: readonly ControlEvent[]): void => {
  const state = dashboard.store.getState();
  if (state.settings.notifications !== 'on') return;
  const { opened, ended } = noticeFor(state, events);
  const { notify, modes, outcomes } = dashboardTexts();
  if (opened.length + ended.length > eachUpTo) {
    const notification = new Notification(notify.many(opened.length, ended.length), {
      tag: 'many',
    });
    notification.addEventListener('click', () => window.focus());
    return;
  }
  for (const row of opened) show(dashboard, notify.opened(modes[row.session.mode]), row);
  for (const row of ended)
    show(dashboard, notify.ended(outcomes[row.session.mode][row.end?.outcome ?? 'undecided']), row);
};

const longest = 120;

/** Untrusted text for a notification: a single line, truncated, without control and format characters. */
export const cleanText = (text: string): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
};
