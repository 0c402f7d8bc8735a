/** A signer in the same process that gives public keys of a seed away and signs nothing. For tests only. */
import { signingOf } from '@agio/chain/adapters.ts'
import { keyPlaceOf, SignerAway, type SignerPort } from '@agio/chain/signer/protocol.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'

export class SeedSigner implements SignerPort {
  readonly seed: Uint8Array
  isAway = false
  asked = 0

  constructor(fill: number) {
    this.seed = new Uint8Array(64).fill(fill)
  }

  async publicAccount(
    on: Parameters<SignerPort['publicAccount']>[0],
    purpose: Parameters<SignerPort['publicAccount']>[1],
    first: number,
    count: number,
  ): Promise<PublicAccount> {
    if (this.isAway) throw new SignerAway('away')
    this.asked += 1
    return (await signingOf(on.settings)).publicAccount(this.seed, keyPlaceOf(purpose, 0).account, first, count)
  }

  status(): never {
    throw new Error('it has no status')
  }

  sign(): never {
    throw new Error('it signs nothing')
  }

  signText(): never {
    throw new Error('it signs nothing')
  }
}
