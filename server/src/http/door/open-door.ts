/** Puts the plain connections in front of Node's HTTP server. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { CallServer } from '../calls/call-server.ts'
import type { Reply } from '../calls/reply.ts'
import { type ConnectionBounds, FIRST_REQUEST_MS } from './connection-bounds.ts'
import { PlainConnection, type PlainDoor } from './plain-connection.ts'
import type { PlainRequest } from './plain-request.ts'

/** Answers under way when the server closes have this long. */
const FINISH_MS = 2000

export interface Door {
  /** Ends the plain connections: at rest at once, busy ones with their answer. */
  close(): void
}

class CallDoor implements PlainDoor, Door {
  readonly #calls: CallServer
  readonly #connect: (socket: Socket) => void
  readonly firstRequestMs: number
  readonly #connections = new Set<PlainConnection>()
  #isClosed = false

  /** @param connect gives a connection to Node's parser */
  constructor(calls: CallServer, firstRequestMs: number, connect: (socket: Socket) => void) {
    this.#calls = calls
    this.firstRequestMs = firstRequestMs
    this.#connect = connect
  }

  open(socket: Socket): void {
    if (this.#isClosed) socket.destroy()
    else this.#connections.add(new PlainConnection(socket, this))
  }

  take(request: PlainRequest, reply: Reply): boolean {
    return this.#calls.takePlain(request, reply)
  }

  handOver(connection: PlainConnection, socket: Socket): void {
    this.#connections.delete(connection)
    // Node ended its own connections already, and would wait for this one.
    if (this.#isClosed) socket.destroy()
    else this.#connect(socket)
  }

  closed(connection: PlainConnection): void {
    this.#connections.delete(connection)
  }

  close(): void {
    this.#isClosed = true
    for (const connection of this.#connections) connection.finish()
    setTimeout(() => {
      for (const connection of this.#connections) connection.destroy()
    }, FINISH_MS).unref()
  }
}

/** From now on connections of the server begin as plain ones. @param bounds what comes beyond them is let go unread */
export function openDoor(server: Server, calls: CallServer, bounds?: ConnectionBounds): Door {
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const door = new CallDoor(calls, bounds?.firstRequestMs ?? FIRST_REQUEST_MS, (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  })
  server.on('connection', (socket: Socket) => {
    if (bounds === undefined || bounds.admit(socket)) door.open(socket)
  })
  return door
}
