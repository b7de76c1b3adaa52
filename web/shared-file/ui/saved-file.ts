import {
  embeddedJson,
  sharedFileName,
  sharedIds,
  sharedPageHead,
  sharedPageTail,
} from '../../../shared/sharing/shared-page.ts';
import { downloadFile } from '../../shell/download-file.ts';
import type { SharedReview } from '../../../shared/sharing/shared-review.ts';

const textOf = (id: string): string => document.querySelector(`#${id}`)?.textContent ?? '';

/** The review in this file. */
export const readReview = (): SharedReview => JSON.parse(textOf(sharedIds.data)) as SharedReview;

/** This file with another state of its review. */
export const fileWith = (review: SharedReview): string => {
  const parts = {
    title: review.title,
    style: textOf(sharedIds.style),
    script: textOf(sharedIds.script),
    styleHash: hashOf('style-src'),
    scriptHash: hashOf('script-src'),
  };
  return sharedPageHead(parts) + embeddedJson(review) + sharedPageTail(parts);
};

/** As the policy of this file has it. */
const hashOf = (directive: string): string => {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv]')?.content ?? '';
  const named = policy.split('; ').find((one) => one.startsWith(`${directive} `));
  return named?.slice(`${directive} 'sha256-`.length, -1) ?? '';
};

/** Lets the browser save it. @returns its name */
export const download = (review: SharedReview): string => {
  const name = sharedFileName(review.title, review.lastAuthor);
  downloadFile(name, fileWith(review), 'text/html');
  return name;
};
