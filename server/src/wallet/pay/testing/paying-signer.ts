/** A signer in the same process that reads what it signs back from its bytes. It fails as a test wants it to. For tests only. */
import { signingOf } from '@agio/chain/adapters.ts'
import type { Intent, SignerPort, SignerStatus, SignResult } from '@agio/chain/signer/protocol.ts'
import { SignerAway } from '@agio/chain/signer/protocol.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'

export class PayingSigner implements SignerPort {
  readonly seed: Uint8Array
  isAway = false
  isLocked = false
  /** It signs, and nobody hears of it. */
  losesAnswers = false
  /** Why an intent is refused, if it is. */
  refuses: (intent: Intent) => Extract<SignResult, { readonly refused: unknown }> | undefined = () => undefined
  readonly signed: { readonly intent: Intent; readonly tx: string }[] = []

  constructor(seed: Uint8Array) {
    this.seed = seed
  }

  async status(): Promise<SignerStatus> {
    if (this.isAway) throw new SignerAway('away')
    return { isUnlocked: !this.isLocked, policyHash: '', logEntries: 0, logHead: '', isApart: false }
  }

  async publicAccount(..._asked: Parameters<SignerPort['publicAccount']>): Promise<PublicAccount> {
    throw new Error('tests derive addresses themselves')
  }

  async signText(): Promise<never> {
    throw new Error('it signs no texts')
  }

  async sign(intent: Intent): Promise<SignResult> {
    if (this.isAway) throw new SignerAway('away')
    if (this.isLocked) return { refused: 'locked', text: 'no secret yet' }
    const refusal = this.refuses(intent)
    if (refusal !== undefined) return refusal
    const signing = await signingOf(intent.on.settings)
    const read = signing.read(intent.unsigned, new Set(intent.change.map(({ address }) => address)))
    const wanted = intent.purpose.kind === 'withdrawals' ? intent.purpose.paid.map(({ payment }) => payment) : intent.plan.payments
    const told = (value: unknown): string => JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
    if (told(read.payments) !== told(wanted)) return { refused: 'mismatch', text: `${told(read.payments)} for ${told(wanted)}` }
    const places = new Map(intent.payers.map(({ address, place }) => [address, place]))
    const signed = signing.sign(intent.unsigned, (address) => {
      const place = places.get(address)
      if (place === undefined) throw new RangeError(`nobody says which key ${address} has`)
      return signing.privateKey(this.seed, place)
    })
    if (this.losesAnswers) throw new SignerAway('no answer')
    this.signed.push({ intent, tx: signed.tx })
    return { signed }
  }
}
