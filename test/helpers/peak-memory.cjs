// Preloaded into a process: at exit, writes its peak memory in bytes to PEAK_FILE.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');

/** Linux gives a process its parent's `maxRSS` to start with, but not its high-water mark. */
const peakKiB = () => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
};

process.on('exit', () => {
  writeFileSync(process.env.PEAK_FILE, String(peakKiB() * 1024));
});
