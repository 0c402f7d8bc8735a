/** The rooms of the server stand in one order: each imports from those before it and from none behind it, types included. */
import { dirname, join, normalize } from 'node:path'

const ROOMS = [
  ...['core', 'net', 'vault', 'folder-lock', 'journal', 'sequencer', 'projections', 'feeds', 'files', 'limits', 'sheets'],
  ...[
    'auth',
    'delivery',
    'content',
    'identity',
    'invite',
    'index',
    'convert',
    'earn',
    'wallet',
    'contract',
    'personal',
    'demo',
    'tenant',
    'operator',
    'dev',
    'http',
    'boot',
  ],
]
/** Rooms of `server/src/http` with an order among themselves: a read changes nothing, so no read calls a deed. */
const CALL_ROOMS = ['reads', 'deeds', 'routes']
/** A program of its own, like those at the root. */
const PROGRAM = 'server/src/operator/cli.ts'

/** @returns the room of a source file of the server; undefined for `main.ts`, for the operator's program and for tests */
function roomOf(file: string): string | undefined {
  const room = /^server\/src\/([^/]+)\//.exec(file)?.[1]
  return file.includes('/testing/') || file.endsWith('.test.ts') || file === PROGRAM ? undefined : room
}

export function checkRooms(files: readonly string[], text: (file: string) => string, fault: (place: string, what: string) => void): void {
  for (const file of files) {
    const room = roomOf(file)
    if (room === undefined) continue
    if (!ROOMS.includes(room)) fault(file, `room ${room} has no place in the order of scripts/tidy-rooms.ts`)
    for (const [index, line] of text(file).split('\n').entries()) {
      const specifier = /(?:from |import |import\()'(\.{1,2}\/[^']+)'/.exec(line)?.[1]
      if (specifier === undefined) continue
      const target = normalize(join(dirname(file), specifier))
      const other = /^server\/src\/(?:([^/]+)\/)?[^/]+/.exec(target)?.[1] ?? 'the root'
      if (other !== room && !ROOMS.slice(0, ROOMS.indexOf(room)).includes(other))
        fault(`${file}:${index + 1}`, `room ${room} may not import from ${other}, which stands behind it`)
      const [from, to] = [callRoom(file), callRoom(target)]
      if (from !== -1 && to > from) fault(`${file}:${index + 1}`, `http/${CALL_ROOMS[from]} may not import from http/${CALL_ROOMS[to]}`)
    }
  }
}

const callRoom = (file: string): number => CALL_ROOMS.indexOf(/^server\/src\/http\/([^/]+)\//.exec(file)?.[1] ?? '')
