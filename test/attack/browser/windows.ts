import type { Aim } from './attempts.ts';

export { tryAll } from './attempts.ts';

const append = (tag: string, attributes: Readonly<Record<string, string>>): HTMLElement => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
};

const enctypes = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'];

/** Submits a form whose only field, as text/plain, forms acceptable JSON. */
const sendForm = (
  { method, url, body = '{}' }: Aim,
  { enctype, target }: { enctype: string; target: string },
): void => {
  const form = append('form', {
    action: url,
    method: method === 'GET' ? 'get' : 'post',
    enctype,
    target,
    rel: 'opener',
  });
  const field = append('input', {
    type: 'hidden',
    name: body.replace(/\}$/u, ',"pad":"'),
    value: '"}',
  });
  form.append(field);
  (form as HTMLFormElement).submit();
};

/** Loads every URL in every kind of frame, or submits forms of every type to it from one. */
export const frameAll = (aims: readonly Aim[]): void => {
  const sendFromFrame = (aim: Aim, enctype: string) => {
    const target = `frame-${document.querySelectorAll('iframe').length}`;
    append('iframe', { name: target });
    sendForm(aim, { enctype, target });
  };
  for (const aim of aims)
    if (aim.method === 'GET') {
      append('iframe', { src: aim.url });
      append('object', { data: aim.url, type: 'text/html' });
      append('embed', { src: aim.url, type: 'text/html' });
      sendFromFrame(aim, 'text/plain');
    } else for (const enctype of enctypes) sendFromFrame(aim, enctype);
};

/** What the page can read from its frames. */
export const readFrames = (): string[] =>
  [...document.querySelectorAll('iframe')].flatMap(({ contentDocument, contentWindow }) => {
    contentWindow?.postMessage({ type: 'approve' }, '*');
    return textOf(() => contentDocument);
  });

const popups: (Window | null)[] = [];

/** Opens every URL in a window, or submits a form to it there. */
export const openAll = (aims: readonly Aim[]): void => {
  for (const aim of aims)
    if (aim.method === 'GET') popups.push(open(aim.url));
    else {
      const target = `window-${popups.length}`;
      popups.push(open('', target));
      sendForm(aim, { enctype: 'text/plain', target });
    }
};

/** What the page can read from windows that it opened, after writing to them. */
export const readPopups = (): string[] =>
  popups.flatMap((popup) => {
    popup?.postMessage({ type: 'approve' }, '*');
    return textOf(() => popup?.document);
  });

/** How many of them the page can still access. */
export const countHeld = (): number =>
  popups.filter((popup) => popup !== null && !popup.closed).length;

const textOf = (find: () => Document | null | undefined): string[] => {
  try {
    const text = find()?.documentElement.textContent ?? '';
    return text === '' ? [] : [text];
  } catch {
    // The browser denies access, as it should.
    return [];
  }
};
