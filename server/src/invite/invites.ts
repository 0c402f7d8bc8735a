/**
 * Invite codes and who came by them. A code is one journaled document of its user; the look-up by code is written before it and counts
 * only while the user's own document bears it out. Who invited whom is the engine's, which pays by it.
 */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userOf, userStatusOf } from '@agio/engine/read.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { submitDocument } from '../auth/account/user-documents.ts'
import { Failure } from '../core/failure.ts'
import type { RandomBytes } from '../core/random.ts'
import { Turns } from '../core/turns.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'

/** Without letters and digits that are taken for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
const TENANT = asUserId(0)
const OWN = 'invite-code'
const KEPT = 20_000

export interface InvitesOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly random: RandomBytes
}

export interface Invitee {
  readonly userId: UserId
  readonly invitedAt: number
}

const comparable = (code: string): string => code.trim().toUpperCase()

export class Invites {
  readonly #options: InvitesOptions
  readonly #codes = new Map<UserId, string>()
  readonly #making = new Turns()

  constructor(options: InvitesOptions) {
    this.#options = options
  }

  /** The user's code, made when it is first asked for. */
  async codeOf(userId: UserId): Promise<string> {
    return (await this.#stored(userId)) ?? this.#making.run(async () => (await this.#stored(userId)) ?? this.#make(userId))
  }

  /** @throws Failure INVITE_CODE_INVALID for a code that is nobody's, or of an account that is frozen or closed */
  async ownerOf(code: string): Promise<UserId> {
    const wanted = comparable(code)
    const isCode = wanted.length === LENGTH && [...wanted].every((letter) => ALPHABET.includes(letter))
    const [found] = isCode ? await this.#documents(TENANT, `${OWN}/${wanted}`) : []
    const owner = asUserId(Number(found?.document.userId ?? 0))
    const isOpen = userStatusOf(this.#options.exchange.state, owner) === 'active'
    if (owner === TENANT || !isOpen || (await this.#stored(owner)) !== wanted) throw new Failure('INVITE_CODE_INVALID')
    return owner
  }

  /** @throws Failure INVITE_CODE_INVALID, SELF_REFERRAL, REFERRAL_CYCLE, INVITER_SET */
  async bind(userId: UserId, code: string): Promise<void> {
    const inviterId = await this.ownerOf(code)
    const { exchange, models } = this.#options
    const { reason, seq } = await exchange.submit({ kind: 'setInviter', userId, inviterId })
    if (reason === 'selfReferral') throw new Failure('SELF_REFERRAL')
    if (reason === 'referralCycle') throw new Failure('REFERRAL_CYCLE')
    if (reason === 'badParameter') throw new Failure('INVITER_SET')
    if (reason !== 'none') throw new Failure('INVITE_CODE_INVALID')
    await models.reached(seq).catch(() => undefined)
  }

  hasInviter(userId: UserId): boolean {
    return (userOf(this.#options.exchange.state, userId)?.inviterId ?? 0) !== 0
  }

  /** Newest first. */
  async invitees(userId: UserId): Promise<readonly Invitee[]> {
    const found = await this.#documents(userId, 'invitees')
    return found
      .map(({ id, savedAt }) => ({ userId: asUserId(Number(id)), invitedAt: savedAt }))
      .sort((left, right) => right.invitedAt - left.invitedAt || right.userId - left.userId)
  }

  async #stored(userId: UserId): Promise<string | undefined> {
    const known = this.#codes.get(userId)
    if (known !== undefined) return known
    const [own] = await this.#documents(userId, OWN)
    return typeof own?.document.code === 'string' ? this.#keep(userId, own.document.code) : undefined
  }

  async #make(userId: UserId): Promise<string> {
    for (;;) {
      const code = this.#draw()
      if ((await this.#documents(TENANT, `${OWN}/${code}`)).length > 0) continue
      await this.#save(TENANT, `${OWN}/${code}`, 'owner', { userId: Number(userId) })
      await this.#save(userId, OWN, OWN, { code })
      return this.#keep(userId, code)
    }
  }

  /** Bytes that would favour some letters are thrown away. */
  #draw(): string {
    let code = ''
    while (code.length < LENGTH) {
      for (const byte of this.#options.random(LENGTH))
        if (byte < 248 && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length] ?? ''
    }
    return code
  }

  #keep(userId: UserId, code: string): string {
    if (this.#codes.size >= KEPT) this.#codes.clear()
    this.#codes.set(userId, code)
    return code
  }

  async #documents(userId: UserId, collection: string) {
    const { models, exchange } = this.#options
    await models.reached(exchange.durableSeq)
    return models.documents(userId, collection)
  }

  async #save(userId: UserId, collection: Collection, id: string, document: { readonly [name: string]: string | number }): Promise<void> {
    const { exchange, models } = this.#options
    const seq = await submitDocument({ exchange }, { userId, collection, id }, document)
    await models.reached(seq).catch(() => undefined)
  }
}
