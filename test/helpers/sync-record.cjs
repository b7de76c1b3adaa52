'use strict';
// Preloaded into a process: logs to the file SYNC_RECORD what it has synced to disk or renamed, one line each, in order
// of completion.
const fs = require('node:fs');
const fsPromises = require('node:fs/promises');
const path = require('node:path');

const nameOf = (fd) => path.basename(fs.readlinkSync(`/proc/self/fd/${fd}`));
const note = (...words) => fs.appendFileSync(process.env.SYNC_RECORD, `${words.join(' ')}\n`);

const { fsync, rename } = fs;
fs.fsync = (fd, callback) => {
  const name = nameOf(fd);
  fsync(fd, (error) => {
    if (!error) note('sync', name);
    callback(error);
  });
};
fs.rename = (from, to, callback) =>
  rename(from, to, (error) => {
    if (!error) note('name', path.basename(from), path.basename(to));
    callback(error);
  });

const { link, rename: renamePromise, unlink } = fsPromises;
fsPromises.link = async (from, to) => {
  await link(from, to);
  note('name', path.basename(from), path.basename(to));
};
fsPromises.rename = async (from, to) => {
  await renamePromise(from, to);
  note('name', path.basename(from), path.basename(to));
};
fsPromises.unlink = async (name) => {
  await unlink(name);
  note('remove', path.basename(name));
};

// The class of file handles is not exported.
const wrapHandles = async () => {
  const handle = await fsPromises.open(__filename);
  const handles = Object.getPrototypeOf(handle);
  const { sync } = handles;
  handles.sync = async function () {
    const name = nameOf(this.fd);
    await sync.call(this);
    note('sync', name);
  };
  await handle.close();
};
void wrapHandles();
