/** The id of a block of one of many documents: of the document by its position, and of the block in it. */
export const listedBlockId = (position: number, index: number): string => `d${position}-b${index}`;

/** The document's position and the block's, if the id is one of those. */
export const listedPosition = (
  blockId: string,
): readonly [position: number, index: number] | undefined => {
  const found = /^d(\d{1,9})-b(\d{1,9})$/u.exec(blockId);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
};
