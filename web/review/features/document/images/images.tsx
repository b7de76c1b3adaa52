import { useLayoutEffect, type RefObject } from 'react';
import { useSelect } from '../../../ui/page.ts';
import { showImage } from './show-image.ts';

interface ImagesProps {
  /** The element that contains the descriptions. */
  readonly element: RefObject<HTMLElement | null>;
  /** Its HTML. */
  readonly html: object;
  /** The document that it is in, if there are several. */
  readonly file: string | undefined;
}

/** Loads the images of a block that are in the folder of its document. */
export const Images = ({ element, html, file }: ImagesProps) => {
  const key = useSelect(({ content }) => content.document?.assets?.key);
  const only = useSelect(({ content }) => content.document?.assets?.document);
  const from = file ?? only ?? '';
  useLayoutEffect(() => {
    const places = element.current?.querySelectorAll<HTMLElement>('span.image') ?? [];
    const removals = [...places].map((place) => showImage(place, { key, from }));
    return () => {
      for (const remove of removals) remove();
    };
    // New HTML has new descriptions.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [element, html, key, from]);
  return null;
};
