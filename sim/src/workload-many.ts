/** Amendments as one command. */
import type { Command } from '@agio/engine/command.ts'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import type { Target } from './workload.ts'

interface Made {
  readonly command: Command
  readonly target?: Target | null
}

interface MadeMany {
  readonly command: Command
  readonly targets: readonly (Target | null)[]
}

/** Amendments as rows of one command, by the user of the first. */
export function manyOf(made: readonly Made[], instrumentId: InstrumentId, userId: UserId): MadeMany {
  const commands = made.flatMap(({ command, target = null }) => (command.kind === 'amendOrder' ? [{ command, target }] : []))
  const [first] = commands
  const orders = commands.map(({ command: { orderId, clientOrderId, price, quantity, triggerPrice } }) => ({
    ...{ orderId, clientOrderId, price, quantity, triggerPrice },
  }))
  const caller = first?.command.caller === undefined ? {} : { caller: first.command.caller }
  const command: Command = { kind: 'amendOrders', userId: first?.command.userId ?? userId, instrumentId, orders, ...caller }
  return { command, targets: commands.map(({ target }) => target) }
}
