// Stands in for the package `string-width` in the bundle of the CLI: that one builds an Intl.Segmenter and a table of
// all emoji when it is loaded, which doubles the time a command takes to start. Ours is what the CLI's tables use.
export { textWidth as default } from '../cli/output/text-width.ts';
