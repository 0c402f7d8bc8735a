/** What was asked for from a device within 24 hours. No journal has it: that must not tell which accounts one device was used for. */
import { asWithdrawalId, type UserId } from '@agio/engine/ids/id.ts'
import { withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import type { RequestParts } from './parts.ts'

const DAY_MS = 86_400_000
/** Devices that are remembered. */
const DEVICES = 100_000

interface FromDevice {
  readonly userId: UserId
  readonly withdrawalId: number
  readonly at: number
  readonly value: bigint
}

export class DeviceSums {
  readonly #byDevice = new Map<string, FromDevice[]>()

  note(identity: string, withdrawal: FromDevice): void {
    const young = (this.#byDevice.get(identity) ?? []).filter(({ at }) => at > withdrawal.at - DAY_MS)
    if (this.#byDevice.size >= DEVICES) this.#byDevice.clear()
    this.#byDevice.set(identity, [...young, withdrawal])
  }

  /** Of what did not come to nothing: the engine keeps a row of it. @param but a withdrawal that is not counted */
  of({ exchange }: Pick<RequestParts, 'exchange'>, identity: string, but: number): bigint {
    const from = exchange.now() - DAY_MS
    return (this.#byDevice.get(identity) ?? [])
      .filter(({ at, withdrawalId }) => at > from && withdrawalId !== but)
      .filter(({ userId, withdrawalId }) => withdrawalStatus(exchange.state, userId, asWithdrawalId(withdrawalId)) !== undefined)
      .reduce((sum, { value }) => sum + value, 0n)
  }
}
