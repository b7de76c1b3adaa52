/** Lets the browser save a text as a file. */
export const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the time it has answered the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
