/** Paths of sockets as system calls take them: a long one goes through an open folder. */
import { closeSync, constants, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** sockaddr_un holds 108 bytes on Linux and 104 elsewhere, the last one zero. */
const PATH_BYTES_MOST = 103

export interface ShortPath {
  readonly path: string
  close(): void
}

/** @throws Error where a long path cannot be shortened */
export function shortPath(path: string): ShortPath {
  if (Buffer.byteLength(path) <= PATH_BYTES_MOST) return { path, close: () => undefined }
  if (process.platform !== 'linux') throw new Error(`${path} is too long for a socket`)
  const descriptor = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: `/proc/self/fd/${descriptor}/${basename(path)}`, close: () => closeSync(descriptor) }
}
