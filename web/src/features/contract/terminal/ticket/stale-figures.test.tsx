/** Figures that the server gave about an order before this one, and those that would tell a hidden balance. */
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CONFIG, TERMS } from '../../../../testing-contract/terms.ts'
import { type ContractDesk, ContractDeskContext, ContractDraftContext } from '../desk.ts'
import { type ContractDraft, EMPTY_CONTRACT_DRAFT } from '../model/draft.ts'
import { readContractTicket } from '../model/read-ticket.ts'
import { ConfirmOrder } from './confirm-order.tsx'
import { RiskRuler } from './risk-ruler.tsx'
import type { ContractTicketWork } from './use-contract-ticket.ts'

const DRAFT: ContractDraft = { ...EMPTY_CONTRACT_DRAFT, price: '67380', size: '0.2' }
const DESK: ContractDesk = {
  ...{ terms: TERMS, contracts: [TERMS], member: true, config: CONFIG, configError: null, inCoins: true },
  change: () => undefined,
}
const work = (stale: boolean, secret = false): ContractTicketWork => ({
  ...{
    ticket: readContractTicket(DRAFT, TERMS, 674_000n),
    mark: 674_000n,
    most: '3852',
    mostOf: '',
    refusedAtAll: undefined,
    stale,
    sentence: 'Long 0.200 BTC at 67,380.0',
  },
  preview: {
    ...{ cost: '321.987', initialMargin: '315.2', openFee: '3.5', closeFee: '3.287', returnAmount: '0', reducePrice: '63940.5' },
  } as ContractTicketWork['preview'],
  ...{ lock: undefined, secret, sending: false, trimmed: undefined, confirming: true, percent: 0, refusal: undefined, refusedAs: '' },
  ...{ obstacle: undefined, obstacleText: undefined, faultOf: () => undefined, setShare: () => undefined, step: () => undefined },
  ...{ send: async () => undefined, confirm: () => undefined },
})
const drawn = (Part: ComponentType<{ readonly work: ContractTicketWork }>, stale: boolean, secret = false) =>
  renderToStaticMarkup(
    <ContractDeskContext value={DESK}>
      <ContractDraftContext value={DRAFT}>
        <Part work={work(stale, secret)} />
      </ContractDraftContext>
    </ContractDeskContext>,
  )

it('PERP-009 [part] who confirms an order is told no cost of another one', () => {
  expect(drawn(ConfirmOrder, false)).toMatch(/321\.99 USDT[\s\S]*63,940\.5/)
  expect(drawn(ConfirmOrder, true)).not.toMatch(/321\.99|63,940\.5/)
  expect(drawn(ConfirmOrder, true)).toContain('Long 0.200 BTC at 67,380.0')
})

it('PERP-009 [part] the risk ruler loses its colour while its liquidation is that of another order', () => {
  expect(drawn(RiskRuler, false)).not.toMatch(/grayscale/)
  expect(drawn(RiskRuler, true)).toMatch(/grayscale[\s\S]*63,940\.5/)
})

it('SHELL-051 [part] who confirms a share of a hidden balance is told no figure that follows from it', () => {
  expect(drawn(ConfirmOrder, false, true)).not.toMatch(/321\.99|63,940\.5/)
  expect(drawn(ConfirmOrder, false, true)).toContain('****')
})
