/**
 * The one place that sends deeds: calls that change something, such as an order, a transfer or a withdrawal. An answer can be lost on the way.
 * Nobody knows then whether the deed happened, and the deed is in doubt.
 *
 * The server does the same thing once under one key. A deed keeps its key as long as it is in doubt, over every further press, and gets a new
 * key once it is known to be done or refused.
 */
import { leavesOf, tellsOfKey } from '@agio/wire/leaves.ts'
import { translate } from '../i18n/i18n.ts'
import { CallError } from './call-error.ts'
import { pageTime } from './clock.ts'
import { messageOf } from './message-of.ts'

/** The kind decides the words for doubt. */
export type DeedKind = 'order' | 'change' | 'conversion' | 'transfer' | 'savings' | 'withdrawal' | 'address' | 'account'

/** The deed did not happen, by no press. */
export interface RefusedDeed {
  readonly kind: 'refused'
  readonly error: CallError
}
/** The deed may have happened. The next press of the deed asks for the answer. */
export interface DoubtedDeed {
  readonly kind: 'doubt'
  readonly error: unknown
}
export type FailedDeed = RefusedDeed | DoubtedDeed
export type Outcome<Answer> = { readonly kind: 'done'; readonly answer: Answer } | FailedDeed

export interface Deed<Body, Answer> {
  readonly kind: DeedKind
  /** Goes again as first sent, however often. */
  readonly body: Body
  /** Equal texts mean the same deed; default: the body as text. A deed at a position names the position as found (volume, margin). */
  readonly about?: string
  /** Answers undefined when the person turned back before anything was sent. */
  readonly send: (body: Body, key: string) => Promise<Answer>
}

interface Trial {
  readonly key: string
  readonly body: unknown
  inDoubt: boolean
}

/** A lost answer is asked for again after this pause. */
const PAUSE_MS = 1000
/** A deed that took longer to fail is not sent again by itself: an order a minute late may be unwanted. */
const SOON_MS = 5000

/** Deeds on their way and deeds in doubt, by kind and `about`. */
const trials = new Map<string, Trial>()

/** Twenty characters; the API allows 36. */
const newKey = (): string => `web-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
const nameOf = (kind: DeedKind, about: string): string => `${kind} ${about}`

/** Whether a failed deed may have happened. @param error thrown by the call */
export const leavesDoubt = (error: unknown): boolean =>
  !(error instanceof CallError) || (!error.isReplay && leavesOf(error.errorName) === 'doubt')

/** The words for doubt. */
export const doubtText = (kind: DeedKind): string => translate(`ui:doubt.${kind}`)

/** The words for a failed deed: in doubt our own, else the server's. */
export const failureText = (kind: DeedKind, error: unknown): string => (leavesDoubt(error) ? doubtText(kind) : messageOf(error))

/** Sends a deed under a key; asks again once when the answer was lost at once. Never throws. */
export async function sendDeed<Body, Answer>(deed: Deed<Body, Answer>): Promise<Outcome<Answer>> {
  const { kind, body, about = JSON.stringify(body) } = deed
  const name = nameOf(kind, about)
  const trial = trials.get(name) ?? { key: newKey(), body, inDoubt: false }
  trials.set(name, trial)
  const begun = pageTime()
  const first = await tryOnce(deed, name, trial)
  // A key that was given up tells nothing more.
  if (first.kind !== 'doubt' || trials.get(name) !== trial || pageTime() - begun > SOON_MS) return first
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return tryOnce(deed, name, trial)
}

async function tryOnce<Body, Answer>({ send }: Deed<Body, Answer>, name: string, trial: Trial): Promise<Outcome<Answer>> {
  try {
    const answer = await send(trial.body as Body, trial.key)
    if (answer !== undefined || !trial.inDoubt) forget(name, trial)
    return { kind: 'done', answer }
  } catch (error) {
    return judge(error, name, trial)
  }
}

function judge(error: unknown, name: string, trial: Trial): FailedDeed {
  if (!(error instanceof CallError) || leavesDoubt(error)) {
    trial.inDoubt = true
    return { kind: 'doubt', error }
  }
  // The server refused without a look at the key: an earlier press may have done the deed.
  if (trial.inDoubt && !error.isReplay && !tellsOfKey(error.errorName)) return { kind: 'doubt', error }
  forget(name, trial)
  // The key stands for another request: asking under the key cannot clear the doubt.
  if (trial.inDoubt && error.errorName === 'IDEMPOTENCY_CONFLICT') return { kind: 'doubt', error }
  return { kind: 'refused', error }
}

function forget(name: string, trial: Trial): void {
  if (trials.get(name) === trial) trials.delete(name)
}

/** Sends a deed without a key, once. Never throws. */
export async function sendUnkeyed<Answer>(send: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: 'done', answer: await send() }
  } catch (error) {
    return error instanceof CallError && !leavesDoubt(error) ? { kind: 'refused', error } : { kind: 'doubt', error }
  }
}

/** Whether a deed still waits for an answer. */
export const isInDoubt = (kind: DeedKind, about: string): boolean => trials.get(nameOf(kind, about))?.inDoubt === true

/**
 * Clears doubts by what the exchange has told meanwhile: a deed whose key was heard has happened, and the next press is another deed.
 * @param wasHeard whether the exchange has told of an order with the key
 * @returns the `about` of each cleared deed
 */
export function settleHeard(kind: DeedKind, wasHeard: (key: string) => boolean): readonly string[] {
  const start = nameOf(kind, '')
  const heard = [...trials].filter(([name, { key, inDoubt }]) => inDoubt && name.startsWith(start) && wasHeard(key))
  for (const [name] of heard) trials.delete(name)
  return heard.map(([name]) => name.slice(start.length))
}
