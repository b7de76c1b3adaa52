// Opens COUNT connections to PORT that send half a request head and then stay idle. Reports when all have been tried,
// and exits when the server has closed all of them.
const { connect } = require('node:net');

const [port, count] = process.argv.slice(2).map(Number);
let tried = 0;
const open = () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/session HTTP/1.1\r\nHos'));
  let hasTried = false;
  const note = () => {
    if (hasTried) return;
    hasTried = true;
    tried += 1;
    if (tried === count) process.send('open', () => process.disconnect());
  };
  socket.on('error', note);
  socket.on('ready', note);
  socket.resume();
};
for (let index = 0; index < count; index += 1) open();
