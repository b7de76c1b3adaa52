// Preloaded into a process: its time of day is off by the milliseconds that stand in a file, read at the start and on
// SIGUSR2. The times of files stay those of the system, as after a jump of its clock.
const { readFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const RealDate = Date;
let shiftMs = 0;
const readShift = () => {
  shiftMs = Number(readFileSync(process.env.SHIFTED_CLOCK, 'utf8'));
};
readShift();
if (isMainThread) process.on('SIGUSR2', readShift);

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
