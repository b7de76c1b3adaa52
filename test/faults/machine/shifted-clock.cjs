// Preloaded into a process: shifts its clock by the milliseconds in a file, which is read at the start and on SIGUSR2.
// File times stay those of the system, as after a clock jump.
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
