/** Opens the socket of a line, shared with the other tabs of this browser where it can be, and one of its own where not. */
import type { SocketLike } from '../socket-client.ts'
import { type Bus, type Lead, type Locks, Member, type Word } from './member.ts'

/** Of what tabs tell each other: tabs of another one do not meet. */
const VERSION = 1

function browserBus(name: string): Bus {
  const channel = new BroadcastChannel(name)
  return {
    post: (word) => channel.postMessage(word),
    hear: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Word>) => listener(data)
    },
    close: () => channel.close(),
  }
}

/** Holds a lock from the moment it is granted until it is released or taken away. */
function hold(name: string, options: LockOptions, lost: () => void): Promise<Lead | undefined> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    navigator.locks
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(undefined)
          return undefined
        }
        isHeld = true
        return new Promise<void>((release) => resolve({ release }))
      })
      .catch((error: unknown) => {
        if (isHeld) lost()
        else reject(error)
      })
  })
}

const browserLocks = (name: string): Locks => ({
  attempt: (lost) => hold(name, { ifAvailable: true }, lost),
  queue: (lost, signal) => hold(name, { signal }, lost),
  seize: (lost) => hold(name, { steal: true }, lost),
})

const members = new Set<Member>()

/** A page that is left gives its place to another tab. Back may show it again: only then does it learn that its socket is closed. */
function closeWithPage(): void {
  for (const member of [...members]) {
    member.close()
    window.addEventListener('pageshow', ({ persisted }) => persisted && member.onclose?.({ code: 1006, reason: '' }), { once: true })
  }
}

/**
 * @param token tabs of one session share a socket; the names are seen by this origin alone, as its storage is
 * @param now ms of a clock that nobody sets
 */
export function openSocket(address: string, token: string | undefined, now: () => number): SocketLike {
  const open = (): SocketLike => new WebSocket(address) as unknown as SocketLike
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return open()
  const name = `agio.live.${VERSION}:${address}:${token ?? ''}`
  try {
    const ended = (): void => void members.delete(member)
    const member: Member = new Member({ open, now, ended, id: crypto.randomUUID(), bus: browserBus(name), locks: browserLocks(name) })
    window.addEventListener('pagehide', closeWithPage)
    members.add(member)
    return member
  } catch {
    return open()
  }
}
