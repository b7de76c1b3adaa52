/** Of the field that a text is sought with. */
export const searchFieldId = 'search-field';
