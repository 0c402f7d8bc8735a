import type { Command } from '@agio/engine/command.ts'

/** Commands that lower risk or load: taken when others are refused. */
export const RELIEF: ReadonlySet<Command['kind']> = new Set([
  'cancelOrder',
  'cancelAllOrders',
  'setCancelAllTimer',
  'setUserStatus',
  'setInstrumentStatus',
  'tick',
])
