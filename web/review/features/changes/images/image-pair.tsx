import { useEffect, useState } from 'react';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Side, SideAnswer } from '../../../../../shared/session/side-lines.ts';
import { formatBytes, formatNumber } from '../../../../shell/texts/format.ts';
import { imageTexts } from '../../../../shell/texts/image-texts.ts';
import { usePage } from '../../../ui/page.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import './image-pair.css';

interface ImagePairProps {
  readonly file: ChangedFile;
  readonly sides: readonly Side[];
}

/** The old and new image side by side, with their sizes. */
export const ImagePair = ({ file, sides }: ImagePairProps) => (
  <div className="image-pair" data-is-binary={file.isBinary}>
    {sides.map((side) => (
      <ImageSide key={side} file={file} side={side} />
    ))}
  </div>
);

type Known =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly facts: SideAnswer }
  | { readonly kind: 'failed'; readonly sentence: string };

interface ImageSideProps {
  readonly file: ChangedFile;
  readonly side: Side;
}

const ImageSide = ({ file, side }: ImageSideProps) => {
  const known = useFacts(file.id, side);
  const image = imageTexts();
  return (
    <figure className="image-side" data-side={side}>
      {known.kind === 'known' && known.facts.imageType !== undefined ? (
        <Picture file={file} side={side} facts={known.facts} />
      ) : (
        <p className="image-missing">
          {known.kind === 'loading' && image.loading}
          {known.kind === 'known' &&
            image[known.facts.isTooLarge === true ? 'tooLarge' : 'unknown'](
              formatBytes(known.facts.bytes),
            )}
          {known.kind === 'failed' && known.sentence}
        </p>
      )}
    </figure>
  );
};

const Picture = ({ file, side, facts }: ImageSideProps & { readonly facts: SideAnswer }) => {
  const { client } = usePage();
  const [size, setSize] = useState<readonly [number, number]>();
  const [isBroken, setIsBroken] = useState(false);
  const image = imageTexts();
  const bytes = formatBytes(facts.bytes);
  const pixels =
    size === undefined ? '' : `${formatNumber(size[0])} × ${formatNumber(size[1])} px · `;
  if (isBroken) return <p className="image-missing">{image.unknown(bytes)}</p>;
  return (
    <>
      <img
        className="image-picture"
        src={client.urlOf('getDiffImage', { query: { id: file.id, side } })}
        alt={image.alt[side](showPath(file.path))}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize([naturalWidth, naturalHeight])
        }
        onError={() => setIsBroken(true)}
      />
      <figcaption className="image-facts">
        <span className="image-word">{image.side[side]}</span>
        {`${pixels}${bytes}`}
      </figcaption>
    </>
  );
};

const useFacts = (fileId: string, side: Side): Known => {
  const { client } = usePage();
  const [known, setKnown] = useState<Known>({ kind: 'loading' });
  useEffect(() => {
    let isGone = false;
    void client.call('getDiffSide', { query: { id: fileId, side } }).then((answer) => {
      if (isGone) return;
      if (answer.kind === 'ok') setKnown({ kind: 'known', facts: answer.value });
      else setKnown({ kind: 'failed', sentence: answer.sentence });
    });
    return () => {
      isGone = true;
    };
  }, [client, fileId, side]);
  return known;
};
