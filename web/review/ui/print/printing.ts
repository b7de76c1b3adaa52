import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const readers = new Set<() => void>();

/** Whether the browser prints, however that was started. What is mounted while it does knows it as well. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);

const subscribe = (reader: () => void): (() => void) => {
  if (readers.size === 0) {
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
  }
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

const begin = (): void => show(true);
const end = (): void => show(false);

const show = (isOn: boolean): void => {
  isPrinting = isOn;
  // The browser captures the page when its listener returns.
  flushSync(() => {
    for (const reader of readers) reader();
  });
};
