/** What the signer is asked: a payment's plan, its bytes, and why it is paid. */
import type { FeeQuote, Unsigned } from '@agio/chain/port.ts'
import { type Intent, keyPlaceOf, type Purpose } from '@agio/chain/signer/protocol.ts'
import type { KeyPlace } from '@agio/chain/signing-port.ts'
import type { PaymentId } from '@agio/engine/ids/id.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { NetworkChain } from '../parts.ts'
import type { Payer, StoredPlan } from './plan-json.ts'

export interface IntentParts {
  readonly tenantId: string
  readonly network: KnownNetwork
  readonly port: NetworkChain
  readonly paymentId: PaymentId
  readonly stored: StoredPlan
  /** What it offers now: of a replacement more than its plan says. */
  readonly fee: FeeQuote
  /** Spends the slot on nothing, for so much work; undefined: it pays. */
  readonly cancelWork?: bigint | undefined
  /** Symbol of what is paid. */
  readonly asset: string
  /** Decimals of the units that the chain counts in, by symbol. */
  readonly scales: Readonly<Record<string, number>>
}

/** Rejects with RangeError where no transaction can be made of the plan */
export async function intentOf(parts: IntentParts): Promise<Intent> {
  const { tenantId, network, port, paymentId, stored, fee, cancelWork, scales } = parts
  const plan = cancelWork === undefined ? { ...stored.plan, fee } : { ...stored.plan, payments: [], work: cancelWork, fee }
  const unsigned: Unsigned = await port.build(plan)
  return {
    on: { tenant: tenantId, network: network.networkId, settings: network.document.adapter },
    paymentId,
    purpose: cancelWork === undefined ? purposeOf(parts) : { kind: 'cancel' },
    plan,
    unsigned,
    payers: stored.payers.map(placed),
    change: stored.change.map(placed),
    scales,
  }
}

const placed = ({ address, place, addressId }: Payer): { readonly address: string; readonly place: KeyPlace } => ({
  address,
  place: keyPlaceOf(place, addressId),
})

function purposeOf({ stored: { plan, purpose }, asset }: IntentParts): Purpose {
  if (purpose.kind === 'move') {
    const [payment] = plan.payments
    if (payment === undefined) throw new RangeError('a move of nothing')
    return { kind: 'move', asset, payment, target: { purpose: purpose.target.place, addressId: purpose.target.addressId } }
  }
  return {
    kind: 'withdrawals',
    paid: purpose.paid.map(({ withdrawalId }, index) => {
      const payment = plan.payments[index]
      if (payment === undefined) throw new RangeError('a withdrawal without its payment')
      return { withdrawalId, asset, payment }
    }),
  }
}
