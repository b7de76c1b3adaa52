// Preloaded into a process: appends its CPU time in microseconds to CPU_FILE, on SIGUSR2 and at exit.
'use strict';
const { appendFileSync } = require('node:fs');

const report = () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(process.env.CPU_FILE, `${user + system}\n`);
};
process.on('SIGUSR2', report);
process.on('exit', report);
