const paths = {
  approve: 'M3 8.5 6.5 12 13 4.5',
  caret: 'M4.5 6.5 8 10l3.5-3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  comment: 'M2.5 3.5h11v7.5h-6L4.5 13.5V11h-2z',
  delete: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5',
  deny: 'M4 8h8M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2z',
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7z',
  finding: 'M8 2 14 13.2H2zM8 6.4v3.2M8 11.2v.4',
  outline: 'M2.5 4h2M6.5 4h7M2.5 8h2M6.5 8h7M2.5 12h2M6.5 12h7',
  panel: 'M2.5 3h11v10h-11zM10 3v10',
  plus: 'M8 3v10M3 8h10',
  send: 'M2.5 8 13.5 3 10 13.5 7.5 9z',
  notify: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.7 13.6h2.6',
  quiet: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.7 13.6h2.6M2.5 2.5l11 11',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  help: 'M6 6.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 11.6v.3',
  warning: 'M8 4.5v4.5M8 11.2v.6',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4l3.1 3.1',
  split: 'M2.5 3h11v10h-11zM8 3v10',
  up: 'M4.5 9.5 8 6l3.5 3.5',
  unified: 'M2.5 3h11v10h-11zM2.5 8h11',
  whitespace: 'M2.5 9v3h11V9M5 3.5 8 8M11 3.5 8 8',
  wrap: 'M2.5 4h11M2.5 8h8.5a2.2 2.2 0 0 1 0 4.5H8M9.5 11 8 12.5 9.5 14M2.5 12h3',
} as const;

/** The names of the drawings. */
export type IconName = keyof typeof paths;

/** A drawing in the colour of the text beside it; it says nothing that the text does not. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    aria-hidden="true"
    focusable="false"
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
