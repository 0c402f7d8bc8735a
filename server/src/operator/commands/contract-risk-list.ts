/** Who is near to liquidation. */
import { percentOf, type Standing, standingsOf } from '../contract-risk.ts'
import { operatorCommand, refuse } from '../operator-command.ts'
import { contractNamed } from './contract-text.ts'
import { CONTRACT } from './contracts.ts'

const FROM_DEFAULT = '80'
const SHOWN = 200
const PER_CENT = /^\d{1,3}$/

export const contractsRisk = operatorCommand({
  name: 'contracts risk',
  summary: 'Lists accounts whose margin ratio in a contract is high, the highest first.',
  arguments: CONTRACT,
  options: { from: `per cent, from which ratio on; default ${FROM_DEFAULT}` },
  needsReason: true,
  async run({ tenant, given }) {
    const { instrumentId, contract, terms } = contractNamed(tenant, given.contract)
    const from = given.from ?? FROM_DEFAULT
    if (!PER_CENT.test(from)) refuse('from: a whole number of per cent')
    const ratio = ({ maintenance, equity }: Standing): number => percentOf(maintenance, equity)
    const found = (await standingsOf(tenant.exchange.state, instrumentId, contract.tiers))
      .filter((standing) => ratio(standing) >= Number(from))
      .sort((one, other) => ratio(other) - ratio(one) || one.userId - other.userId)
    if (found.length === 0) return `${terms.symbol}: nobody is at ${from} % or above`
    const lines = found.slice(0, SHOWN).map((standing) => {
      const what = standing.positionId === 0 ? 'all crossed positions' : `position ${standing.positionId}`
      return `${standing.userId}  ${what}  ${ratio(standing).toFixed(2)} %`
    })
    return [...lines, ...(found.length > SHOWN ? [`and ${found.length - SHOWN} more`] : [])].join('\n')
  },
})
