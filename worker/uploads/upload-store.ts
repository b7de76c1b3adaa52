import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from '../../shared/annotations/limits.ts';
import { GalleyError } from '../../shared/errors.ts';
import { renameDurably, storageError } from '../../shared/node/atomic-file.ts';
import { cutOff } from '../../shared/node/http/read-json.ts';
import { fileReader, readImageHead, type ImageHead } from '../../shared/node/image-head.ts';
import { uploadNames, uploadPath } from '../../shared/node/uploads.ts';
import type { Upload } from '../../shared/session/upload.ts';

type UploadLimits = Pick<Limits, 'uploadBytes' | 'uploadPixels' | 'uploadsPerSession'>;

/** More would only compete for the disk; the rest waits as bytes in the clients' sockets. */
const atOnce = 8;

/** The images uploaded in a session, on disk. An image is never in memory as a whole. */
export class UploadStore {
  readonly #folder: string;
  readonly #limits: UploadLimits;
  #arriving = 0;

  constructor(folder: string, limits: UploadLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * Stores an image; it is durable when this resolves. `assertOpen` throws if none may be added any more, and is asked
   * again when the image has arrived.
   * @throws GalleyError `body_too_large`, `not_an_image`, `upload_limit`, `queue_full`, `bad_request` or
   *   `storage_failed`; nothing is left behind
   */
  async add(body: AsyncIterable<Uint8Array>, assertOpen: () => void): Promise<Upload> {
    assertOpen();
    if (this.#arriving >= atOnce)
      throw new GalleyError('queue_full', 'Too many images are arriving at once. Send it again.');
    this.#arriving += 1;
    const id = randomUUID();
    const path = join(this.#folder, `${id}.tmp`);
    try {
      await this.#assertRoom();
      const head = await this.#receive(body, path);
      assertOpen();
      await renameDurably(path, uploadPath(this.#folder, { id, ...head }));
      return { id, ...head };
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      this.#arriving -= 1;
    }
  }

  async #assertRoom(): Promise<void> {
    const stored = (await uploadNames(this.#folder)).length;
    const { uploadsPerSession } = this.#limits;
    if (stored + this.#arriving > uploadsPerSession)
      throw new GalleyError(
        'upload_limit',
        `A review takes ${uploadsPerSession} images. Remove some that you do not need.`,
      );
  }

  /** Writes the body to a file and reads its header. */
  async #receive(body: AsyncIterable<Uint8Array>, path: string): Promise<ImageHead> {
    const file = await this.#create(path);
    try {
      await this.#write(file, body, path);
      const head = await readImageHead(fileReader(file));
      this.#assertFits(head);
      await file.sync().catch((cause: unknown) => {
        throw storageError(path, cause);
      });
      return head;
    } finally {
      await file.close();
    }
  }

  async #create(path: string): Promise<FileHandle> {
    try {
      await makeFolder(this.#folder);
      return await open(path, 'wx+', 0o600);
    } catch (cause) {
      throw storageError(path, cause);
    }
  }

  /** Fails only after the whole body was read: a client that is still sending would not see the answer. */
  async #write(file: FileHandle, body: AsyncIterable<Uint8Array>, path: string): Promise<void> {
    const { uploadBytes } = this.#limits;
    let failure: GalleyError | undefined;
    let bytes = 0;
    try {
      for await (const part of body) {
        bytes += part.length;
        if (bytes > uploadBytes) failure ??= tooLarge(uploadBytes);
        if (failure !== undefined) continue;
        await file.writeFile(part).catch((cause: unknown) => {
          failure = storageError(path, cause);
        });
      }
    } catch (cause) {
      throw cutOff(cause);
    }
    if (failure !== undefined) throw failure;
  }

  #assertFits(head: ImageHead | undefined): asserts head is ImageHead {
    if (head === undefined)
      throw new GalleyError(
        'not_an_image',
        'This is not a PNG, JPEG, GIF or WebP image. Convert it and try again.',
      );
    const { uploadPixels } = this.#limits;
    if (head.width * head.height > uploadPixels)
      throw new GalleyError(
        'not_an_image',
        `This image has ${head.width} × ${head.height} pixels, more than ${uploadPixels} in all. Scale it down and try again.`,
      );
  }
}

/** Not recursive: on a full disk Node's recursive `mkdir` says that it has made the folder. */
const makeFolder = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });

const tooLarge = (limitBytes: number): GalleyError =>
  new GalleyError(
    'body_too_large',
    `An image may have ${Math.floor(limitBytes / 1024 / 1024)} MiB. Scale it down and try again.`,
  );
