type Child = Node | string | undefined;

/** Makes an element. Strings become text, never HTML. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
};

interface ButtonOptions {
  readonly tone?: 'accent' | 'default';
  /** What it is called, if the text alone does not say. */
  readonly label?: string;
  readonly onClick: () => void;
}

export const button = (
  text: string,
  { tone, label, onClick }: ButtonOptions,
): HTMLButtonElement => {
  const made = element(
    'button',
    {
      type: 'button',
      class: 'button',
      ...(tone === undefined ? {} : { 'data-tone': tone }),
      ...(label === undefined ? {} : { 'aria-label': label, title: label }),
    },
    text,
  );
  made.addEventListener('click', onClick);
  return made;
};
