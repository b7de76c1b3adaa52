// What the frame loads after first paint, in one file.
export { Palette } from './commands/palette.tsx';
export { keepFocus } from './focus-keeper.ts';
export { MoreMenu } from './more-menu.tsx';
export { OtherDialog } from './other-dialogs.tsx';
export { SidePanel } from './panel/side-panel.tsx';
