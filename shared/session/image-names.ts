/** Images that documents show, by the ends of their names; most are known by their bytes, too. */
const imageName = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/iu;

export const isImageName = (name: string): boolean => imageName.test(name);
