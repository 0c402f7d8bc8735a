/**
 * Names that customers give themselves: one owner each in a tenant. A claim is written before the name and counts only while its owner
 * still bears it, so that a stop between the two leaves the name free.
 */
import { createHash } from 'node:crypto'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { asSeen } from '@agio/wire/visible-text.ts'
import type { Accounts } from '../auth/account/accounts.ts'
import { submitDocument } from '../auth/account/user-documents.ts'
import { Failure, invalid } from '../core/failure.ts'
import type { ReadModels } from '../projections/port.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { DataKeyGone } from '../vault/vault.ts'

const TENANT = asUserId(0)
const DEFAULT_NAME = /^imuser-/
/** Control and direction marks would let a name look like something the page says. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** Names that look alike are the same. */
const comparable = (nickname: string): string => asSeen(nickname.normalize('NFKC')).toLowerCase()

export interface NicknamesOptions {
  readonly exchange: Exchange
  readonly models: ReadModels
  readonly accounts: Pick<Accounts, 'settings'>
}

export class Nicknames {
  readonly #options: NicknamesOptions
  #changing: Promise<unknown> = Promise.resolve()

  constructor(options: NicknamesOptions) {
    this.#options = options
  }

  /**
   * Runs `save` while nobody else can take the name.
   * @throws Failure VALIDATION_FAILED for hidden characters, NICKNAME_TAKEN
   */
  take(userId: UserId, nickname: string, save: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(async () => {
      await this.#claim(userId, nickname)
      await save()
    })
    this.#changing = done.catch(() => undefined)
    return done
  }

  async #claim(userId: UserId, nickname: string): Promise<void> {
    if (HIDDEN.test(nickname)) throw invalid('nickname', 'format')
    const name = comparable(nickname)
    if (DEFAULT_NAME.test(name) && name !== `imuser-${userId}`) throw new Failure('NICKNAME_TAKEN')
    const { exchange, models } = this.#options
    const collection = `nickname/${createHash('sha256').update(name).digest('base64url')}` as const
    await models.reached(exchange.durableSeq)
    const [claim] = await models.documents(TENANT, collection)
    const owner = asUserId(Number(claim?.document.userId ?? 0))
    if (owner === userId) return
    if (owner !== TENANT) {
      const theirs = await this.#nameOf(owner)
      if (theirs !== undefined && comparable(theirs) === name) throw new Failure('NICKNAME_TAKEN')
    }
    await submitDocument({ exchange }, { userId: TENANT, collection, id: 'owner' }, { userId: Number(userId) })
  }

  /** Undefined also for a closed account: its name is free. */
  async #nameOf(userId: UserId): Promise<string | undefined> {
    try {
      return (await this.#options.accounts.settings(userId)).nickname
    } catch (error) {
      if (error instanceof DataKeyGone) return undefined
      throw error
    }
  }
}
