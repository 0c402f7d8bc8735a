/** What can be done to positions and their orders, with the words that go with it. Each answers whether it was done, and never throws. */
import { useRef } from 'react'
import { CallError } from '../../../../data/call-error.ts'
import type { OrderBody, OrderChange, Protection } from '../../../../data/contract/contract-actions.ts'
import { type ContractOrder, isWaiting } from '../../../../data/contract/contract-order.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { type Deed, type DeedKind, type Outcome, sendDeed, sendUnkeyed } from '../../../../data/deed.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { tellFailed } from '../../../../ui/tell-failed.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { asOfPosition, limitOf } from './protect-plan.ts'

const calls = () => import('../../../../data/contract/contract-actions.ts')

/** Runs a deed once at a time, and tells when it fails. */
function useDoing() {
  const running = useRef(new Set<string>())
  async function run<Answer>(
    kind: DeedKind,
    about: string,
    work: () => Promise<Outcome<Answer>>,
    done: (answer: Answer) => void,
  ): Promise<boolean> {
    if (running.current.has(about)) return false
    running.current.add(about)
    const outcome = await work()
    running.current.delete(about)
    if (outcome.kind === 'done') done(outcome.answer)
    else tellFailed(kind, outcome)
    return outcome.kind === 'done'
  }
  return {
    /**
     * The deed names the position as found. Once the exchange tells of another volume or margin, a lost deed was done, and the next press
     * means a further deed.
     */
    keyed: <Body, Answer>(deed: Deed<Body, Answer> & { readonly about: string }, done: (answer: Answer) => void) =>
      run(deed.kind, deed.about, () => sendDeed(deed), done),
    unkeyed: <Answer>(about: string, send: () => Promise<Answer>, done: (answer: Answer) => void) =>
      run('change', about, () => sendUnkeyed(send), done),
  }
}

const told = (title: string, detail?: string) => () => void toast({ kind: 'success', title, detail })

/** What can be done to a position. */
export function useDeeds() {
  const t = useT()
  const doing = useDoing()
  const kind = 'change'
  return {
    closeAtMarket: (position: Position) =>
      doing.keyed(
        {
          ...{ kind, body: position, about: `close ${position.positionId} ${position.volume}` },
          send: async (body, key) => (await calls()).closeAtMarket(body, key),
        },
        told(t('contract:toast.closed'), position.name),
      ),
    /** A closing order of some contracts, or at a limit. */
    place: (order: OrderBody, { positionId, closable, name }: Position) =>
      doing.keyed(
        {
          ...{ kind: 'order', body: order, about: `place ${positionId} ${closable} ${JSON.stringify(order)}` },
          send: async (body, clientOrderId) => (await calls()).placeContractOrder({ ...body, clientOrderId }),
        },
        told(t('contract:toast.placed'), name),
      ),
    reverse: (position: Position) =>
      doing.keyed(
        {
          ...{ kind, body: position, about: `reverse ${position.positionId} ${position.volume}` },
          send: async (body, key) => (await calls()).reverse(body, key),
        },
        told(t('contract:toast.reversed'), position.name),
      ),
    changeMargin: (position: Position, amount: string) =>
      doing.keyed(
        {
          ...{ kind, body: position, about: `margin ${position.positionId} ${position.margin} ${amount}` },
          send: async (body, key) => (await calls()).changePositionMargin(body, amount, key),
        },
        told(t('contract:toast.margin'), position.name),
      ),
    protect: (position: Position, legs: readonly Protection[]) => {
      const standing = position.protection.map(({ orderId }) => orderId).join()
      return doing.keyed(
        {
          ...{ kind, body: legs, about: `protect ${position.positionId} ${standing} ${JSON.stringify(legs)}` },
          send: async (body, key) => (await calls()).protect(position, body, key),
        },
        told(t('contract:toast.protected'), position.name),
      )
    },
    unprotect: (contractId: string, ids: readonly string[]) =>
      doing.unkeyed(
        `unprotect ${ids.join()}`,
        async () => (await calls()).unprotect(contractId, ids),
        told(t('contract:toast.unprotected')),
      ),
    closeAll: (positions: readonly Position[]) =>
      doing.keyed(
        {
          ...{ kind, body: null, about: `close all ${positions.map(({ positionId, volume }) => `${positionId} ${volume}`).join()}` },
          send: async (_body, key) => (await calls()).closeAll(key),
        },
        ({ list }) => {
          const done = list.filter(({ result }) => result === 1).length
          toast({
            kind: done === list.length ? 'success' : 'info',
            title: t('contract:toast.closedAll', { count: done }),
            ...(done < list.length && { detail: t('contract:toast.closedNot', { count: list.length - done }) }),
          })
        },
      ),
  }
}

const ENDED: ReadonlySet<string> = new Set(['CO_ORDER_CLOSED', 'CO_ORDER_NOT_FOUND'])

/** The legs of a position that stand and fall together came in one call. */
const siblingOf = (position: Position, leg: ContractOrder): ContractOrder | undefined =>
  position.protection.find(
    (one) => one.triggerKind !== leg.triggerKind && one.createdAt === leg.createdAt && one.closesAll === leg.closesAll,
  )

const asProtection = (leg: ContractOrder, triggerPrice: string): Protection => ({
  kind: leg.triggerKind === 'takeProfit' ? 'takeProfit' : 'stopLoss',
  triggerPrice,
  by: leg.triggerBy ?? 'mark',
  ...limitOf(leg),
  ...(!leg.closesAll && { volume: leg.volume }),
})

/** A change of an order as last told: an order that was filled in part meanwhile is changed anew. */
const changing = (order: ContractOrder, change: OrderChange) => ({
  kind: 'change' as const,
  body: change,
  about: `amend ${order.orderId} ${order.updatedAt} ${JSON.stringify(change)}`,
  send: async (body: OrderChange, key: string) => (await calls()).changeContractOrder(order, body, key),
})

/** False for an order that can only be placed anew. @throws the error of a failed change */
async function isChanged(order: ContractOrder, change: OrderChange): Promise<boolean> {
  const outcome = await sendDeed(changing(order, change))
  if (outcome.kind === 'done') return true
  if (outcome.kind === 'refused' && outcome.error.errorName === 'AMEND_NOT_ALLOWED') return false
  throw outcome.error
}

/**
 * Moves a take profit or a stop loss. One that is half of a pair cannot be changed: it is placed anew, so that the position is never without.
 * Of those that close the whole position the new one takes the place of the old one, and its other half stays; those of a part go as a pair,
 * and the old ones behind the new ones.
 */
function moving(position: Position, shown: ContractOrder, triggerPrice: string) {
  // Of the size that it has now, not of what was drawn.
  const leg = asOfPosition(shown, [position])
  const sibling = leg.closesAll ? undefined : siblingOf(position, leg)
  const old = sibling === undefined ? [leg] : [leg, sibling]
  const anew = old.map((one) => asProtection(one, one === leg ? triggerPrice : (one.triggerPrice ?? '')))
  return {
    kind: 'change' as const,
    body: { anew, isPlacing: false },
    about: `move ${leg.orderId} ${triggerPrice}`,
    async send(body: { readonly anew: readonly Protection[]; isPlacing: boolean }, key: string): Promise<true> {
      // New orders were sent before, and the old order may be gone: a change would be refused.
      if (!body.isPlacing && (await isChanged(leg, { triggerPrice }))) return true
      body.isPlacing = true
      const { cancelContractOrder, protect } = await calls()
      await protect(position, body.anew, key)
      for (const one of leg.closesAll ? [] : old) {
        try {
          await cancelContractOrder(one, true)
        } catch (error) {
          // It went with its other half.
          if (!(error instanceof CallError && ENDED.has(error.errorName))) throw error
        }
      }
      return true
    },
  }
}

/** What can be done to its orders, and to others. */
export function useOrderDeeds() {
  const t = useT()
  const doing = useDoing()
  return {
    moveProtection: (position: Position, leg: ContractOrder, triggerPrice: string) =>
      doing.keyed(moving(position, leg, triggerPrice), told(t('contract:toast.protected'), position.name)),
    changeOrder: (order: ContractOrder, change: OrderChange) =>
      doing.keyed(changing(order, change), () =>
        toast({
          kind: 'success',
          title: t('terminal:toast.changed'),
          detail: t('terminal:toast.changedTo', {
            pair: order.name,
            value: formatNumber(change.triggerPrice ?? change.price ?? change.volume ?? ''),
          }),
        }),
      ),
    cancelOrder: (order: ContractOrder) =>
      doing.unkeyed(
        `cancel ${order.orderId}`,
        async () => (await calls()).cancelContractOrder(order, isWaiting(order)),
        told(t('terminal:toast.canceled'), order.name),
      ),
    cancelOrders: (waiting: boolean, contractId?: string) =>
      doing.unkeyed(
        `cancel all ${waiting} ${contractId}`,
        async () => (await calls()).cancelContractOrders(waiting, contractId),
        ({ count }) => toast({ kind: 'success', title: t('terminal:toast.canceledAll', { count }) }),
      ),
  }
}
