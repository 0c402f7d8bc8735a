/**
 * The socket of a claim. The kernel answers for a process as long as it lives, also while it stands still, and in every namespace of
 * the machine: the name of a socket is looked up through its folder.
 */
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { errorCode } from '../core/system-error.ts'

/** sockaddr_un holds 108 bytes on Linux and 104 elsewhere, the last one zero. */
const SOCKET_PATH_BYTES_MAX = 103
const ANSWER_WITHIN_MS = 2000

/** The socket's path as a system call takes it: a long one goes through an open folder. */
interface ShortPath {
  readonly path: string
  close(): void
}

function shortPath(dir: string, name: string): ShortPath | undefined {
  const path = resolve(join(dir, name))
  if (process.platform === 'win32') return undefined
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return { path, close: () => {} }
  if (process.platform !== 'linux') return undefined
  const descriptor = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) }
}

export interface Door {
  close(): void
}

/** Listens in the folder; undefined where there are no socket files: some network and shared folders have none. */
export async function openDoor(dir: string, name: string): Promise<Door | undefined> {
  const short = shortPath(dir, name)
  if (short === undefined) return undefined
  const server = createServer((socket) => socket.on('error', () => {}).end())
  server.unref()
  try {
    await listening(server, short.path)
  } catch (error) {
    short.close()
    if (errorCode(error) === 'EMFILE' || errorCode(error) === 'ENFILE') throw error
    return undefined
  }
  return {
    close() {
      // It removes the socket by the path it was bound to, so the folder stays open until then.
      server.close()
      rmSync(join(dir, name), { force: true })
      short.close()
    },
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      // Later errors are of single connections: who knocks has had its answer by then.
      server.on('error', () => {})
      resolve()
    })
  })
}

/** `yes`: its process lives. `no`: nobody of this kernel listens there. `unsure`: it cannot be asked. */
export type Answer = 'yes' | 'no' | 'unsure'

export async function knock(dir: string, name: string): Promise<Answer> {
  const short = shortPath(dir, name)
  if (short === undefined) return 'unsure'
  const socket = createConnection({ path: short.path })
  socket.unref()
  try {
    return await new Promise<Answer>((resolve) => {
      socket.once('connect', () => resolve('yes'))
      // A queue that is full is somebody's.
      socket.once('error', (error) => resolve(({ ECONNREFUSED: 'no', EAGAIN: 'yes' }[errorCode(error)] as Answer | undefined) ?? 'unsure'))
      setTimeout(() => resolve('unsure'), ANSWER_WITHIN_MS)
    })
  } finally {
    socket.destroy()
    short.close()
  }
}
