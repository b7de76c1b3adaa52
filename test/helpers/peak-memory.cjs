// Preloaded into a process: at exit, writes its peak memory in bytes to PEAK_FILE.
'use strict';
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
