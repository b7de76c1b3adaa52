import { imagePath } from '../../../../../shared/session/image-path.ts';
import { shownImageTexts, type Refusal } from '../../../../shell/texts/shown-image-texts.ts';
import { documentClient } from '../../../protocol/document-client.ts';

interface ImageSource {
  /** Of the assets; undefined if there are none. */
  readonly key: string | undefined;
  /** The name of the document. */
  readonly from: string;
}

/**
 * Shows an image above its description, whose title is the address; if that is not possible, the title says why. The
 * description stays: comments are anchored in it, and the agent reads it.
 * @returns a function that removes the image
 */
export const showImage = (place: HTMLElement, { key, from }: ImageSource): (() => void) => {
  const address = place.title;
  const ending = new AbortController();
  const image = document.createElement('img');
  const remove = () => {
    image.remove();
    delete place.dataset['shown'];
  };
  const refuse = (why: Refusal) => {
    remove();
    place.title = shownImageTexts().refused[why](address);
  };
  const found = imagePath(address, from);
  if (found.kind !== 'path') refuse(found.kind);
  else if (key === undefined) refuse('unavailable');
  else {
    const params = { key, rest: found.path };
    const explain = async () => {
      const why = await refusalOf(params, ending.signal);
      if (!ending.signal.aborted) refuse(why);
    };
    image.addEventListener('error', () => {
      remove();
      void explain();
    });
    // The description says it.
    image.alt = '';
    image.loading = 'lazy';
    image.decoding = 'async';
    sizeLike(place, image);
    image.src = documentClient.urlOf('getAsset', { params });
    place.prepend(image);
    place.dataset['shown'] = 'true';
  }
  return () => {
    ending.abort();
    remove();
    place.title = address;
  };
};

type Params = Readonly<Record<'key' | 'rest', string>>;

/** Asks the server why a browser cannot show an image. */
const refusalOf = async (params: Params, signal: AbortSignal): Promise<Refusal> => {
  const answer = await documentClient.call('getAsset', { params, signal });
  if (answer.kind === 'ok') return 'notAnImage';
  if (answer.kind === 'unreachable') return 'unreachable';
  if (answer.code === 'not_an_image') return 'notAnImage';
  return answer.code === 'content_too_large' ? 'tooLarge' : 'missing';
};

/** Gives an image the size that the document wants; one that is too wide keeps its proportions. */
const sizeLike = (place: HTMLElement, image: HTMLImageElement): void => {
  const [width, height] = ['width', 'height'].map((name) => place.getAttribute(name) ?? '');
  if (width) image.setAttribute('width', width);
  if (!isPixels(height)) return;
  if (isPixels(width)) image.style.aspectRatio = `${width} / ${height}`;
  else image.style.height = `${height}px`;
};

const isPixels = (size = ''): boolean => /^[1-9]\d*$/u.test(size);
