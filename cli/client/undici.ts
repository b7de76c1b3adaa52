import { setFlagsFromString } from 'node:v8';

// undici parses HTTP in WebAssembly. After a few calls V8 would optimise that, which takes 70 ms, and a process waits
// for it before it ends: more than what a command with its two or three requests needs for everything else.
setFlagsFromString('--wasm-tiering-budget=100000000');

export { request, type Dispatcher } from 'undici';
