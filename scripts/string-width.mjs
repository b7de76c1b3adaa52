// Replaces the package `string-width` in the CLI's bundle: it creates an Intl.Segmenter and a table of all emoji on
// load, which doubles the startup time of a command. This one is what the CLI's tables use anyway.
export { textWidth as default } from '../cli/output/text-width.ts';
