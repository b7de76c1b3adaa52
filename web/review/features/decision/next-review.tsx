import { useEffect, useRef } from 'react';
import type { NextReview } from '../../../../shared/session/next-review.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { useSelect } from '../../ui/page.ts';

/** Beside this one behind the gateway, whatever name that was reached by; else at an address of its own. */
const addressOf = ({ id, url }: NextReview, ownId: string): string =>
  new URL(document.baseURI).pathname.endsWith(`/s/${ownId}/`) ? `../${id}/` : `${url}/`;

/** Leads to the review that waits next; it has the focus, so that Enter goes on. */
export const NextReviewLink = ({ next }: { readonly next: NextReview }) => {
  const ownId = useSelect((state) => state.session.info?.id ?? '');
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <p className="next-review">
      <a
        ref={link}
        className="button"
        data-tone="accent"
        data-size="medium"
        href={addressOf(next, ownId)}
      >
        <span className="next-review-title">
          {texts().decision.nextReview} <bdi>{next.title}</bdi>
        </span>
      </a>
    </p>
  );
};
