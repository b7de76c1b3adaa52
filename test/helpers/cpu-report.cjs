// Required before a process begins: appends to CPU_FILE how many microseconds of processor time it has had, when it is
// sent SIGUSR2 and when it ends.
'use strict';
const { appendFileSync } = require('node:fs');

const report = () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(process.env.CPU_FILE, `${user + system}\n`);
};
process.on('SIGUSR2', report);
process.on('exit', report);
