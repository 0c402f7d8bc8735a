/**
 * A tab's place at the socket that the tabs of a browser share. Whoever holds the lock leads: it opens the socket and passes on what comes.
 * When it goes, the next in the queue leads, and the others ask it for what they need; a leader that does not answer (its tab was frozen) is
 * deposed. To the page all this is one socket, which may open again.
 */
import type { ClientMessage } from '@agio/wire/socket/socket.ts'
import type { SocketLike } from '../socket-client.ts'
import { Hub } from './hub.ts'

/** What tabs tell each other. `to` and `from` are tabs. */
export type Word =
  | { readonly kind: 'join'; readonly from: string }
  | { readonly kind: 'leave'; readonly from: string }
  | { readonly kind: 'say'; readonly from: string; readonly message: ClientMessage }
  /** A tab leads from now on. */
  | { readonly kind: 'lead'; readonly from: string }
  /** The leader heard; without a socket yet. */
  | { readonly kind: 'here'; readonly from: string; readonly to: string }
  | { readonly kind: 'open'; readonly from: string; readonly to: string }
  /** The leader does not know this tab (any more). */
  | { readonly kind: 'unknown'; readonly from: string; readonly to: string }
  | { readonly kind: 'frame'; readonly from: string; readonly to: readonly string[]; readonly text: string }
  | { readonly kind: 'shut'; readonly from: string; readonly code: number; readonly reason: string }

export interface Bus {
  post(word: Word): void
  hear(listener: (word: Word) => void): void
  close(): void
}

export interface Lead {
  /** The lock is held until this is called. */
  release(): void
}

/** Where the browser gives no locks, each tab leads until another one says that it does. */
const ALONE: Lead = { release: () => undefined }

export interface Locks {
  /** Tries for the lock without waiting. @param lost another tab took it away */
  attempt(lost: () => void): Promise<Lead | undefined>
  /** Waits for it. @param stop ends the waiting */
  queue(lost: () => void, stop: AbortSignal): Promise<Lead | undefined>
  /** Takes it from whoever holds it. */
  seize(lost: () => void): Promise<Lead | undefined>
}

export interface MemberHost {
  /** A socket to the server. */
  open(): SocketLike
  now(): number
  /** Names this tab; no other has it. */
  readonly id: string
  readonly bus: Bus
  readonly locks: Locks
  /** This place is given up. */
  ended(): void
}

/** A leader that does not answer a new tab for so long is deposed, ms. */
export const JOIN_MS = 1000
/** So many questions that a leader left without a word: it is frozen, or gone without the browser knowing. Asked once a second. */
const DEAF = 2
/** How long the lock outlives the socket, so that the others hear why it closed before one of them leads, ms. */
const AFTER_MS = 200

export class Member implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
  readonly #host: MemberHost
  /** Frames on their way to other tabs, and to which. */
  readonly #passing = new Map<string, string[]>()
  #hub: Hub | undefined
  #lead: Lead | undefined
  #leader: string | undefined
  #unanswered = 0
  #joinTimer: ReturnType<typeof setTimeout> | undefined
  #waiting = new AbortController()
  #isOver = false

  constructor(host: MemberHost) {
    this.#host = host
    host.bus.hear((word) => this.#hear(word))
    void this.#begin()
  }

  get isLeading(): boolean {
    return this.#hub !== undefined
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage
    if (this.#hub !== undefined) {
      if (!this.#hub.say(this.#host.id, message)) this.#joinOwn(this.#hub)
      return
    }
    if (message.op === 'ping') {
      if (this.#unanswered >= DEAF) {
        void this.#depose()
        return
      }
      this.#unanswered += 1
    }
    this.#host.bus.post({ kind: 'say', from: this.#host.id, message })
  }

  /** The page needs it no more: another tab may lead. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#joinTimer)
    this.#waiting.abort()
    if (this.#hub === undefined) this.#host.bus.post({ kind: 'leave', from: this.#host.id })
    this.#hub?.end()
    this.#hub = undefined
    this.#lead?.release()
    this.#host.bus.close()
    this.#host.ended()
  }

  async #begin(): Promise<void> {
    const lead = await this.#host.locks.attempt(() => this.#lost()).catch(() => ALONE)
    if (lead === undefined) this.#follow()
    else this.#take(lead)
  }

  #take(lead: Lead): void {
    if (this.#isOver || this.#hub !== undefined) {
      lead.release()
      return
    }
    clearTimeout(this.#joinTimer)
    this.#waiting.abort()
    const { id, bus } = this.#host
    this.#lead = lead
    this.#leader = id
    const hub = new Hub({
      open: () => this.#host.open(),
      now: () => this.#host.now(),
      closed: (code, reason) => {
        bus.post({ kind: 'shut', from: id, code, reason })
        this.#hub = undefined
        this.#lead = undefined
        setTimeout(() => lead.release(), AFTER_MS)
        this.#shut(code, reason)
      },
    })
    this.#hub = hub
    this.#joinOwn(hub)
    bus.post({ kind: 'lead', from: id })
  }

  #joinOwn(hub: Hub): void {
    hub.join(this.#host.id, { opened: () => this.onopen?.(), frame: (text) => this.onmessage?.({ data: text }) })
  }

  /** Another tab took the lead, since this one was silent: what it said meanwhile is asked of that one again. */
  #lost(): void {
    if (this.#isOver || this.#hub === undefined) return
    this.#hub.end()
    this.#hub = undefined
    this.#lead = undefined
    this.#follow()
  }

  #follow(): void {
    if (this.#isOver || this.#hub !== undefined) return
    this.#waiting.abort()
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    this.#host.locks
      .queue(() => this.#lost(), signal)
      .then((lead) => {
        if (lead === undefined) return
        if (signal.aborted) lead.release()
        else this.#take(lead)
      })
      .catch(() => undefined)
    this.#join()
  }

  #join(): void {
    this.#leader = undefined
    this.#unanswered = 0
    clearTimeout(this.#joinTimer)
    this.#joinTimer = setTimeout(() => void this.#depose(), JOIN_MS)
    this.#host.bus.post({ kind: 'join', from: this.#host.id })
  }

  async #depose(): Promise<void> {
    if (this.#isOver || this.#hub !== undefined) return
    this.#unanswered = 0
    clearTimeout(this.#joinTimer)
    this.#take((await this.#host.locks.seize(() => this.#lost()).catch(() => undefined)) ?? ALONE)
  }

  #hear(word: Word): void {
    if (this.#isOver) return
    if (this.#hub === undefined) this.#hearLeader(word)
    else this.#hearTab(this.#hub, word)
  }

  #hearTab(hub: Hub, word: Word): void {
    const { bus, id } = this.#host
    if (word.kind === 'join') {
      bus.post({ kind: 'here', from: id, to: word.from })
      hub.join(word.from, {
        opened: () => bus.post({ kind: 'open', from: id, to: word.from }),
        frame: (text) => this.#pass(word.from, text),
      })
    } else if (word.kind === 'lead') this.#lost()
    else if (word.kind === 'leave') hub.leave(word.from)
    else if (word.kind === 'say') {
      const kind = hub.say(word.from, word.message) ? 'here' : 'unknown'
      if (kind === 'unknown' || word.message.op === 'ping') bus.post({ kind, from: id, to: word.from })
    }
  }

  /** One frame for several tabs is one word to them: they are told together, at the end of the turn. */
  #pass(to: string, text: string): void {
    const tabs = this.#passing.get(text)
    if (tabs !== undefined) {
      tabs.push(to)
      return
    }
    const first = [to]
    this.#passing.set(text, first)
    queueMicrotask(() => {
      this.#passing.delete(text)
      this.#host.bus.post({ kind: 'frame', from: this.#host.id, to: first, text })
    })
  }

  #hearLeader(word: Word): void {
    const { id } = this.#host
    if (word.kind === 'lead') this.#join()
    else if (word.kind === 'shut' && word.from === this.#leader) this.#shut(word.code, word.reason)
    else if (word.kind === 'frame' && word.to.includes(id)) {
      this.#answered(word.from)
      this.onmessage?.({ data: word.text })
    } else if (word.kind === 'here' && word.to === id) this.#answered(word.from)
    else if (word.kind === 'open' && word.to === id) {
      this.#answered(word.from)
      this.onopen?.()
    } else if (word.kind === 'unknown' && word.to === id) this.#join()
  }

  #answered(leader: string): void {
    clearTimeout(this.#joinTimer)
    this.#leader = leader
    this.#unanswered = 0
  }

  #shut(code: number, reason: string): void {
    const tell = this.onclose
    this.close()
    tell?.({ code, reason })
  }
}
