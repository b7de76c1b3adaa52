// Required before a process begins: when it ends, PEAK_FILE holds the most memory that it ever had, in bytes.
'use strict';
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
