/**
 * Where an annotation belongs in another version of its text: verbatim, approximately, at a place between the same
 * neighbours with other text, or nowhere, with the original text.
 */
export type Anchor<Place> =
  | { readonly kind: 'exact' | 'approximate' | 'replaced'; readonly place: Place }
  | { readonly kind: 'unplaced'; readonly was: string | undefined };
