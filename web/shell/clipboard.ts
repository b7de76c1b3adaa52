/** Copies a text. @returns whether it could */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard API on plain HTTP from another machine, or no permission: the old way still works.
    return copyBySelection(text);
  }
};

const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
};
