/** Whether a file is an HTML document, by its name. */
export const isHtmlFile = (name: string): boolean => /\.x?html?$/iu.test(name);
