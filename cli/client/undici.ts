import { setFlagsFromString } from 'node:v8';

export { request, type Dispatcher } from 'undici';

// undici parses HTTP in WebAssembly. After a few calls V8 would optimise that, which takes 70 ms, and a process waits
// for it before it ends: more than what a command with its two or three requests needs for everything else. Set once
// undici is loaded, since V8 takes no compiled code, not even Node's own, from a process with other flags.
setFlagsFromString('--no-wasm-dynamic-tiering');
setFlagsFromString('--no-wasm-tier-up');
