/** From a plan to a PSBT (BIP-174): pure, the same plan gives the same bytes. Every input signals that it may be replaced (BIP-125). */
import { bytesToHex } from '@noble/curves/utils.js'
import { Transaction } from '@scure/btc-signer'
import type { Plan, Unsigned } from '../port.ts'
import type { BitcoinNetwork } from './network.ts'
import { DUST, kindOf, scriptOf } from './script.ts'
import { feeOf, vsizeOf, weightOf } from './size.ts'

/** Below 0xfffffffe a transaction may be replaced, and time locks by height stay off. */
export const SEQUENCE = 0xffff_fffd
export const VERSION = 2

export interface Output {
  readonly script: Uint8Array
  readonly amount: bigint
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)

/** @throws RangeError for payments that nodes would not take */
function paymentOutputs({ payments }: Plan, network: BitcoinNetwork): readonly Output[] {
  return payments.map(({ to, tag, token, amount }) => {
    if (tag !== null || token !== null) throw new RangeError('Bitcoin has neither tags nor tokens')
    const script = scriptOf(to, network)
    if (amount < DUST[kindOf(script)]) throw new RangeError(`${amount} satoshi to ${to} are dust`)
    return { script, amount }
  })
}

/**
 * What is left over goes to the change address, or to the fee where it is not worth an output.
 * @throws RangeError when coins do not cover payments and fee
 */
function changeOutput(inputs: readonly Output[], paid: readonly Output[], script: Uint8Array, rate: bigint): Output | null {
  const scripts = inputs.map((input) => input.script)
  const left = sum(inputs.map(({ amount }) => amount)) - sum(paid.map(({ amount }) => amount))
  const fee = (outputs: readonly Uint8Array[]): bigint => feeOf(vsizeOf(weightOf(scripts, outputs)), rate)
  const change = left - fee([...paid.map((output) => output.script), script])
  if (change >= DUST[kindOf(script)]) return { script, amount: change }
  if (paid.length === 0) throw new RangeError('the coins are not worth what it costs to move them')
  if (left < fee(paid.map((output) => output.script))) throw new RangeError('the coins do not cover payments and fee')
  return null
}

/** @throws RangeError for a plan that is no Bitcoin transaction, also when its coins do not cover payments and fee */
export function buildTransaction(plan: Plan, network: BitcoinNetwork): Unsigned {
  const { slot, fee } = plan
  if (slot.kind !== 'coins') throw new RangeError('a Bitcoin transaction spends coins')
  const { coins } = slot
  if (coins.length === 0) throw new RangeError('a transaction without coins')
  if (new Set(coins.map(({ tx, output }) => `${tx}:${output}`)).size !== coins.length)
    throw new RangeError('a coin stands in the slot twice')
  const inputs = coins.map(({ address, amount }) => ({ script: scriptOf(address, network), amount }))
  const paid = paymentOutputs(plan, network)
  const change = changeOutput(inputs, paid, scriptOf(slot.change, network), fee.rate)
  const outputs = change === null ? paid : [...paid, change]

  const transaction = new Transaction({ version: VERSION })
  inputs.forEach((witnessUtxo, index) => {
    const { tx = '', output = 0 } = coins[index] ?? {}
    transaction.addInput({ txid: tx, index: output, witnessUtxo, sequence: SEQUENCE })
  })
  for (const output of outputs) transaction.addOutput(output)
  return {
    bytes: bytesToHex(transaction.toPSBT(0)),
    from: null,
    coins,
    feeMost: sum(inputs.map(({ amount }) => amount)) - sum(outputs.map(({ amount }) => amount)),
  }
}
