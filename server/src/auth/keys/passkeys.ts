/** Passkeys: WebAuthn credentials that log in in place of password and second factor. The library checks; this keeps and counts. */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userOf } from '@agio/engine/read.ts'
import { type LoginCredential, PASSKEYS_MAX, type PasskeyRow, type RegistrationCredential } from '@agio/wire/account/passkeys.ts'
import * as z from 'zod/mini'
import { type Clock, steadyNow } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import { type DocumentParts, UserDocuments } from '../account/user-documents.ts'
import { PasskeyChecker, PasskeyRefused } from './passkey-checker.ts'

/** An answer to a challenge comes within this time or not at all. */
export const CHALLENGE_MS = 5 * 60_000
const CHALLENGES_MAX = 50_000
/** ES256, EdDSA, RS256: what authenticators speak. */
const ALGORITHMS = [-7, -8, -257]

const passkeySchema = z.object({
  credentialId: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
  name: z.string(),
  createdAt: z.number(),
  lastUseAt: z.nullable(z.number()),
})
type Passkey = z.output<typeof passkeySchema>

/** Where the browser stands: what its answers have to be made for. */
export interface RelyingParty {
  /** Host name of the tenant that was asked. */
  readonly id: string
  readonly name: string
  /** Origins of its pages. */
  readonly origins: readonly string[]
}

export interface NewPasskey {
  readonly challengeId: string
  readonly credential: RegistrationCredential
  readonly name: string
}

interface Challenge {
  readonly challenge: string
  /** Whose new passkey it is for; null for a login. */
  readonly userId: UserId | null
  readonly partyId: string
  readonly expireAt: number
}

/** One thread for the tenants of a process. */
const checker = new PasskeyChecker()

export class Passkeys {
  readonly #clock: Clock
  readonly #random: RandomBytes
  readonly #exchange: DocumentParts['exchange']
  readonly #documents: UserDocuments<typeof passkeySchema>
  readonly #challenges = new Map<string, Challenge>()

  constructor(parts: DocumentParts & { readonly clock: Clock; readonly random: RandomBytes }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#exchange = parts.exchange
    this.#documents = new UserDocuments(parts, 'passkey', passkeySchema)
  }

  /** Oldest first. */
  async list(userId: UserId): Promise<PasskeyRow[]> {
    const rows = [...(await this.#documents.all(userId))].map(([passkeyId, { name, createdAt, lastUseAt }]) => ({
      passkeyId,
      name,
      createTime: createdAt,
      lastUseTime: lastUseAt,
    }))
    return rows.sort((a, b) => a.createTime - b.createTime)
  }

  async count(userId: UserId): Promise<number> {
    return (await this.#documents.all(userId)).size
  }

  /** @throws Failure PASSKEY_LIMIT */
  async registerOptions(userId: UserId, userName: string, party: RelyingParty) {
    const known = await this.#documents.all(userId)
    if (known.size >= PASSKEYS_MAX) throw new Failure('PASSKEY_LIMIT', { max: PASSKEYS_MAX })
    const options = await checker.run('generateRegistrationOptions', {
      rpName: party.name,
      rpID: party.id,
      userName,
      userID: new Uint8Array(Buffer.from(String(userId))),
      attestationType: 'none',
      timeout: CHALLENGE_MS,
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: [...known.values()].map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
    return { ...options, challengeId: this.#keepChallenge(options.challenge, userId, party) }
  }

  /**
   * Durable when it resolves.
   * @param settle done before the passkey is kept, once nothing but the journal can refuse it
   * @throws Failure PASSKEY_INVALID, PASSKEY_LIMIT; ENGINE_BUSY, which leaves the challenge good
   */
  async register(
    userId: UserId,
    { challengeId, credential, name }: NewPasskey,
    party: RelyingParty,
    settle: () => Promise<void>,
  ): Promise<{ readonly passkeyId: string }> {
    checker.checkRoom()
    const expectedChallenge = this.#useChallenge(challengeId, userId, party)
    const verified = await checker
      .run('verifyRegistration', {
        response: {
          id: credential.id,
          rawId: credential.rawId,
          type: credential.type,
          clientExtensionResults: {},
          response: {
            clientDataJSON: credential.response.clientDataJSON,
            attestationObject: credential.response.attestationObject,
            ...(credential.response.transports != null && { transports: credential.response.transports }),
          },
        },
        expectedChallenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      })
      .catch(refuse)
    if (verified === undefined) throw new Failure('PASSKEY_INVALID')
    const { id, publicKey, counter, transports } = verified
    return this.#documents.exclusive(userId, async () => {
      const known = await this.#documents.all(userId)
      if (known.size >= PASSKEYS_MAX) throw new Failure('PASSKEY_LIMIT', { max: PASSKEYS_MAX })
      if ([...known.values()].some(({ credentialId }) => credentialId === id)) throw new Failure('PASSKEY_INVALID')
      const passkeyId = Buffer.from(this.#random(12)).toString('base64url')
      const passkey: Passkey = {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name,
        createdAt: this.#clock.now(),
        lastUseAt: null,
      }
      await settle()
      await this.#documents.save(userId, passkeyId, passkey, { message: { kind: 'factorChanged', params: { method: 'passkey' } } })
      return { passkeyId }
    })
  }

  /** The same for every account, known or not: the authenticator itself knows whose keys it holds. */
  async loginOptions(party: RelyingParty) {
    const options = await checker.run('generateAuthenticationOptions', {
      rpID: party.id,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    })
    return { ...options, challengeId: this.#keepChallenge(options.challenge, null, party) }
  }

  /** Whose passkey answered. Its new counter is durable when this resolves. @throws Failure PASSKEY_INVALID; ENGINE_BUSY, which leaves the challenge good */
  async login(challengeId: string, credential: LoginCredential, party: RelyingParty): Promise<UserId> {
    checker.checkRoom()
    const expectedChallenge = this.#useChallenge(challengeId, null, party)
    const userId = this.#ownerOf(credential)
    return this.#documents.exclusive(userId, async () => {
      const found = [...(await this.#documents.all(userId))].find(([, passkey]) => passkey.credentialId === credential.id)
      if (found === undefined) throw new Failure('PASSKEY_INVALID')
      const [passkeyId, passkey] = found
      const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response
      // A counter that does not rise is a copy of the authenticator: the library refuses it.
      const verified = await checker
        .run('verifyAuthentication', {
          response: {
            id: credential.id,
            rawId: credential.rawId,
            type: credential.type,
            clientExtensionResults: {},
            response: { authenticatorData, clientDataJSON, signature, ...(userHandle != null && { userHandle }) },
          },
          expectedChallenge,
          expectedOrigin: [...party.origins],
          expectedRPID: party.id,
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
            transports: [...passkey.transports],
          },
          requireUserVerification: true,
        })
        .catch(refuse)
      if (verified === undefined) throw new Failure('PASSKEY_INVALID')
      await this.#documents.save(userId, passkeyId, { ...passkey, counter: verified.newCounter, lastUseAt: this.#clock.now() })
      return userId
    })
  }

  /** @throws Failure PASSKEY_UNKNOWN */
  rename(userId: UserId, passkeyId: string, name: string): Promise<void> {
    return this.#documents.exclusive(userId, async () => {
      const passkey = (await this.#documents.all(userId)).get(passkeyId)
      if (passkey === undefined) throw new Failure('PASSKEY_UNKNOWN')
      await this.#documents.save(userId, passkeyId, { ...passkey, name })
    })
  }

  /**
   * @param otherWays ways to log in that are no passkeys, e.g. a password with the codes that go with it
   * @throws Failure PASSKEY_UNKNOWN, SECOND_FACTOR_LAST
   */
  remove(userId: UserId, passkeyId: string, otherWays: number): Promise<void> {
    return this.#documents.exclusive(userId, async () => {
      const known = await this.#documents.all(userId)
      if (!known.has(passkeyId)) throw new Failure('PASSKEY_UNKNOWN')
      if (known.size + otherWays <= 1) throw new Failure('SECOND_FACTOR_LAST')
      await this.#documents.remove(userId, passkeyId)
    })
  }

  /** Removes what was registered since a time, also the last one: whoever asks for this has another way in. @returns how many */
  removeSince(userId: UserId, since: number): Promise<number> {
    return this.#documents.exclusive(userId, async () => {
      const fresh = [...(await this.#documents.all(userId))].filter(([, { createdAt }]) => createdAt >= since)
      for (const [passkeyId] of fresh) await this.#documents.remove(userId, passkeyId)
      return fresh.length
    })
  }

  forget(userId: UserId): void {
    this.#documents.forget(userId)
  }

  #ownerOf({ response }: LoginCredential): UserId {
    const handle = Buffer.from(response.userHandle ?? '', 'base64url').toString('utf8')
    const userId = /^[1-9][0-9]{0,14}$/.test(handle) ? asUserId(Number(handle)) : undefined
    if (userId === undefined || userOf(this.#exchange.state, userId) === undefined) throw new Failure('PASSKEY_INVALID')
    return userId
  }

  #keepChallenge(challenge: string, userId: UserId | null, party: RelyingParty): string {
    const now = steadyNow(this.#clock)
    for (const [id, { expireAt }] of this.#challenges) {
      if (expireAt > now && this.#challenges.size < CHALLENGES_MAX) break
      this.#challenges.delete(id)
    }
    const challengeId = Buffer.from(this.#random(24)).toString('base64url')
    this.#challenges.set(challengeId, { challenge, userId, partyId: party.id, expireAt: now + CHALLENGE_MS })
    return challengeId
  }

  /** Right or wrong, a challenge is answered once. */
  #useChallenge(challengeId: string, userId: UserId | null, party: RelyingParty): string {
    const kept = this.#challenges.get(challengeId)
    this.#challenges.delete(challengeId)
    if (kept === undefined || kept.expireAt <= steadyNow(this.#clock)) throw new Failure('PASSKEY_INVALID')
    if (kept.userId !== userId || kept.partyId !== party.id) throw new Failure('PASSKEY_INVALID')
    return kept.challenge
  }
}

/** Whatever does not fit, one answer: the reason would help an attacker only. */
function refuse(error: unknown): never {
  throw error instanceof PasskeyRefused ? new Failure('PASSKEY_INVALID') : error
}
