/** A signer in the same process that counts how often it is asked for public keys. For tests only. */
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import type { OpenNetwork } from '@agio/chain/signer/testing/open-policy.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'
import { PayingSigner } from '../pay/testing/paying-signer.ts'

export class SeedSigner extends PayingSigner {
  asked = 0

  /** @param networks that its policy names, beside or in the place of the usual ones */
  constructor(fill: number, networks: readonly OpenNetwork[] = []) {
    super(new Uint8Array(64).fill(fill), 'agio', networks)
  }

  override async publicAccount(...asked: Parameters<SignerPort['publicAccount']>): Promise<PublicAccount> {
    const account = await super.publicAccount(...asked)
    this.asked += 1
    return account
  }
}
