// What only an HTML document loads, in one file.
export { FrameBar } from './frame-bar.tsx';
export { FrameView } from './frame-view.tsx';
