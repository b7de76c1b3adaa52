/**
 * Where something stands in another version of the text that it was said about: word for word, approximately, where what
 * stands between the same neighbours is another text now, or nowhere, with the text that it was about.
 */
export type Anchor<Place> =
  | { readonly kind: 'exact' | 'approximate' | 'replaced'; readonly place: Place }
  | { readonly kind: 'unplaced'; readonly was: string | undefined };
