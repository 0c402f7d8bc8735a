/** What is known of the live connection: its state, its delay, the age of the newest word from the server, gaps seen. */
import { createLiveStore, type LiveStore } from './live-store.ts'

/** connecting: first try. live: it has held. offline: the connection broke and is being restored. ended: the server closed it for good. */
export type ConnectionState = 'connecting' | 'live' | 'offline' | 'ended'

export type Crowd = 'user' | 'address'

export interface ConnectionView {
  readonly state: ConnectionState
  /** Median of the last ten round trips, ms; undefined before the first. */
  readonly latencyMs: number | undefined
  /** Page time when the server was last heard over a connection that held; 0 = never. */
  readonly heardAt: number
  readonly gaps: number
  /** How often the connection was established; a rise after the first means that something may have been missed. */
  readonly sessions: number
  /** When the next try to connect begins, page time; 0 = no try is planned. */
  readonly retryAt: number
  /** Offline because the server holds as many connections of this user, or of this address, as it may. */
  readonly crowd: Crowd | undefined
}

const ROUND_TRIPS_KEPT = 10

export class ConnectionFacts {
  #state: ConnectionState = 'connecting'
  #roundTrips: number[] = []
  #heardAt = 0
  #gaps = 0
  #sessions = 0
  #retryAt = 0
  #crowd: Crowd | undefined
  readonly store: LiveStore<ConnectionView> = createLiveStore(() => this.#view())

  #view(): ConnectionView {
    const sorted = [...this.#roundTrips].sort((one, other) => one - other)
    return Object.freeze({
      state: this.#state,
      latencyMs: sorted[Math.floor(sorted.length / 2)],
      heardAt: this.#heardAt,
      gaps: this.#gaps,
      sessions: this.#sessions,
      retryAt: this.#retryAt,
      crowd: this.#crowd,
    })
  }

  get state(): ConnectionState {
    return this.#state
  }

  enter(state: ConnectionState, retryAt = 0, crowd?: Crowd): void {
    if (state === 'live') this.#sessions += 1
    this.#state = state
    this.#retryAt = retryAt
    // A try that is under way is told as what it follows.
    this.#crowd = crowd ?? (state === 'offline' && retryAt === 0 ? this.#crowd : undefined)
    if (state !== 'live') this.#roundTrips = []
    this.store.publish()
  }

  heard(now: number): void {
    this.#heardAt = now
  }

  roundTrip(sentAt: number, now: number): void {
    this.#roundTrips = [...this.#roundTrips, now - sentAt].slice(-ROUND_TRIPS_KEPT)
    this.store.touch()
  }

  gap(): void {
    this.#gaps += 1
    this.store.publish()
  }
}
