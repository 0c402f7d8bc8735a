/** What can be done to positions and their orders, with the words that go with it. Each answers whether it was done, and never throws. */
import { useRef } from 'react'
import { CallError } from '../../../../data/call-error.ts'
import { StickyKeys } from '../../../../data/client-key.ts'
import type { OrderBody, OrderChange, Protection } from '../../../../data/contract/contract-actions.ts'
import { type ContractOrder, isWaiting } from '../../../../data/contract/contract-order.ts'
import type { Position } from '../../../../data/contract/position.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/i18n.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { asOfPosition, limitOf } from './protect-plan.ts'

const calls = () => import('../../../../data/contract/contract-actions.ts')

/**
 * One for each thing that is tried: a second press, or one after a lost answer, does nothing twice. What a deed is about says how it finds the
 * position, too: once that was told to be another, the lost one was done, and the next press means one more.
 */
const keys = new StickyKeys()

/** Runs a deed once at a time, and tells when it fails. */
function useDoing() {
  const t = useT()
  const running = useRef(new Set<string>())
  /** @param about names the deed: the same one is not begun again while it runs */
  return async (about: string, work: (clientKey: string) => Promise<unknown>, done: () => void): Promise<boolean> => {
    if (running.current.has(about)) return false
    running.current.add(about)
    try {
      await work(keys.keyOf(about))
      keys.settled(about)
      done()
      return true
    } catch (error) {
      if (error instanceof CallError) keys.settled(about)
      toast({ kind: 'error', title: error instanceof CallError ? error.message : t('terminal:toast.unknown') })
      return false
    } finally {
      running.current.delete(about)
    }
  }
}

const told = (title: string, detail?: string) => () => void toast({ kind: 'success', title, detail })

/** What can be done to a position. */
export function useDeeds() {
  const t = useT()
  const doing = useDoing()
  return {
    closeAtMarket: (position: Position) =>
      doing(
        `close ${position.positionId} ${position.volume}`,
        async (clientKey) => (await calls()).closeAtMarket(position, clientKey),
        told(t('contract:toast.closed'), position.name),
      ),
    /** A closing order of some contracts, or at a limit. */
    place: (body: OrderBody, { positionId, closable, name }: Position) =>
      doing(
        `place ${positionId} ${closable} ${JSON.stringify(body)}`,
        async (clientOrderId) => (await calls()).placeContractOrder({ ...body, clientOrderId }),
        told(t('contract:toast.placed'), name),
      ),
    reverse: (position: Position) =>
      doing(
        `reverse ${position.positionId} ${position.volume}`,
        async (clientKey) => (await calls()).reverse(position, clientKey),
        told(t('contract:toast.reversed'), position.name),
      ),
    changeMargin: (position: Position, amount: string) =>
      doing(
        `margin ${position.positionId} ${position.margin} ${amount}`,
        async (clientKey) => (await calls()).changePositionMargin(position, amount, clientKey),
        told(t('contract:toast.margin'), position.name),
      ),
    protect: (position: Position, legs: readonly Protection[]) =>
      doing(
        `protect ${position.positionId} ${position.protection.map(({ orderId }) => orderId).join()} ${JSON.stringify(legs)}`,
        async (clientKey) => (await calls()).protect(position, legs, clientKey),
        told(t('contract:toast.protected'), position.name),
      ),
    unprotect: (contractId: string, ids: readonly string[]) =>
      doing(`unprotect ${ids.join()}`, async () => (await calls()).unprotect(contractId, ids), told(t('contract:toast.unprotected'))),
    closeAll: (positions: readonly Position[]) => {
      let list: readonly { readonly result: number }[] = []
      return doing(
        `close all ${positions.map(({ positionId, volume }) => `${positionId} ${volume}`).join()}`,
        async (clientKey) => {
          list = (await (await calls()).closeAll(clientKey)).list
        },
        () => {
          const done = list.filter(({ result }) => result === 1).length
          toast({
            kind: done === list.length ? 'success' : 'info',
            title: t('contract:toast.closedAll', { count: done }),
            ...(done < list.length && { detail: t('contract:toast.closedNot', { count: list.length - done }) }),
          })
        },
      )
    },
  }
}

const ENDED: ReadonlySet<string> = new Set(['CO_ORDER_CLOSED', 'CO_ORDER_NOT_FOUND'])

const isFixed = (error: unknown): boolean => error instanceof CallError && error.errorName === 'AMEND_NOT_ALLOWED'

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

/**
 * Moves a take profit or a stop loss. One that is half of a pair cannot be changed: it is placed anew, so that the position is never without.
 * Of those that close the whole position the new one takes the place of the old one, and its other half stays; those of a part go as a pair,
 * and the old ones behind the new ones.
 */
async function moveProtection(position: Position, shown: ContractOrder, triggerPrice: string, clientKey: string): Promise<void> {
  // Of the size that it has now, not of what was drawn.
  const leg = asOfPosition(shown, [position])
  const { cancelContractOrder, changeContractOrder, protect } = await calls()
  try {
    await changeContractOrder(leg, { triggerPrice })
    return
  } catch (error) {
    if (!isFixed(error)) throw error
  }
  const sibling = leg.closesAll ? undefined : siblingOf(position, leg)
  const old = sibling === undefined ? [leg] : [leg, sibling]
  const anew = old.map((one) => asProtection(one, one === leg ? triggerPrice : (one.triggerPrice ?? '')))
  await protect(position, anew, clientKey)
  if (leg.closesAll) return
  for (const one of old) {
    try {
      await cancelContractOrder(one, true)
    } catch (error) {
      // It went with its other half.
      if (!(error instanceof CallError && ENDED.has(error.errorName))) throw error
    }
  }
}

/** What can be done to its orders, and to others. */
export function useOrderDeeds() {
  const t = useT()
  const doing = useDoing()
  return {
    moveProtection: (position: Position, leg: ContractOrder, triggerPrice: string) =>
      doing(
        `move ${leg.orderId} ${triggerPrice}`,
        (clientKey) => moveProtection(position, leg, triggerPrice, clientKey),
        told(t('contract:toast.protected'), position.name),
      ),
    changeOrder: (order: ContractOrder, change: OrderChange) =>
      doing(
        `change ${order.orderId} ${JSON.stringify(change)}`,
        async () => (await calls()).changeContractOrder(order, change),
        () =>
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
      doing(
        `cancel ${order.orderId}`,
        async () => (await calls()).cancelContractOrder(order, isWaiting(order)),
        told(t('terminal:toast.canceled'), order.name),
      ),
    cancelOrders: (waiting: boolean, contractId?: string) => {
      let count = 0
      return doing(
        `cancel all ${waiting} ${contractId}`,
        async () => {
          count = (await (await calls()).cancelContractOrders(waiting, contractId)).count
        },
        () => toast({ kind: 'success', title: t('terminal:toast.canceledAll', { count }) }),
      )
    },
  }
}
