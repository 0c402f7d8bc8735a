/** The machine's clock after a jump: what the exchange makes of it, and that it is right. */
import { type OperatorCall, operatorCommand, refuse } from '../operator-command.ts'

const seconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(0)} s ${ms < 0 ? 'behind' : 'ahead of'}`

const guardOf = ({ clock }: Pick<OperatorCall<Record<string, string>, Record<string, string>>, 'clock'>) =>
  clock ?? refuse('this process does not watch its clock')

export const clockShow = operatorCommand({
  name: 'clock show',
  summary: 'Shows the time of the exchange, and whether orders are held because the clock of the machine jumped.',
  arguments: {},
  options: {},
  needsReason: false,
  async run(call) {
    const clock = guardOf(call)
    const now = new Date(clock.now()).toISOString()
    if (!clock.isHeld) return `${now}, as the machine has it; orders are taken`
    return `${now}; the machine's clock is ${seconds(clock.jumpMs)} that; orders are held until: clock accept`
  },
})

export const clockAccept = operatorCommand({
  name: 'clock accept',
  summary: 'Confirms the clock of the machine after a jump: the exchange goes by it again and takes orders, at all tenants.',
  arguments: {},
  options: {},
  needsReason: true,
  async run(call) {
    const stepped = guardOf(call).accept(call.actor, call.why) ?? refuse('nothing is held')
    return `clock accept: the exchange's time steps by ${(stepped / 1000).toFixed(0)} s; orders are taken`
  },
})
