/** A signer in the same process that gives public keys of a seed away, and signs with it. For tests only. */
import { signingOf } from '@agio/chain/adapters.ts'
import { type KeyPurpose, keyPlaceOf, type NetworkName, SignerAway } from '@agio/chain/signer/protocol.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import { PayingSigner } from '../pay/testing/paying-signer.ts'

export class SeedSigner extends PayingSigner {
  asked = 0

  constructor(fill: number) {
    super(new Uint8Array(64).fill(fill))
  }

  override async publicAccount(on: NetworkName, purpose: KeyPurpose, first: number, count: number): Promise<PublicAccount> {
    if (this.isAway) throw new SignerAway('away')
    this.asked += 1
    return (await signingOf(on.settings)).publicAccount(this.seed, keyPlaceOf(purpose, 0).account, first, count)
  }
}
