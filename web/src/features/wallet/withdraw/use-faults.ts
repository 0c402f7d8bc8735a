/** What is wrong with the form, in words: at once where something was typed, and everything once somebody tried to go on. */
import type { Address, CoinExt } from '@agio/wire/wallet/types.ts'
import { useSecurity } from '../../../data/account/account.ts'
import { useBalancesVisible } from '../../../data/balance-visibility.ts'
import type { CallError } from '../../../data/call-error.ts'
import { serverNow } from '../../../data/clock.ts'
import { formatDay, formatNumber, formatTime, isolated, withUnit } from '../../../i18n/format.ts'
import { type Translate, useT } from '../../../i18n/i18n.ts'
import { HIDDEN_AMOUNT } from '../../../ui/number-text.tsx'
import { addressFault } from '../guard/address-words.ts'
import { mostOf } from '../model/withdraw-model.ts'
import type { Withdraw } from './use-withdraw.ts'

export type Field = 'entry' | 'address' | 'memo' | 'network' | 'amount'

export interface Faults {
  readonly entry: string | undefined
  readonly address: string | undefined
  readonly memo: string | undefined
  readonly network: string | undefined
  readonly amount: string | undefined
  /** Where the focus goes. */
  readonly first: Field | undefined
  /** What keeps the whole form closed, whatever stands in it. */
  readonly lock: string | undefined
}

/** Why an entry cannot be used now; undefined for one that can. */
export function entryLock(t: Translate, entry: Address, open: readonly CoinExt[], onlyListed: boolean): string | undefined {
  if (!open.some(({ protocolType }) => protocolType === entry.protocolType)) return t('withdraw:entry.closed')
  if (!onlyListed) return undefined
  if (entry.isWhitelisted === 0) return t('withdraw:entry.unlisted')
  if (entry.effectiveTime <= serverNow()) return undefined
  const { effectiveTime } = entry
  return t('withdraw:entry.rests', { time: `${formatDay(effectiveTime)} ${isolated(formatTime(effectiveTime, false))}` })
}

/** What only the server knows of an address. */
function refusedAddress(t: Translate, refusal: CallError | undefined): string | undefined {
  return refusal?.params.reason === 'own' ? t('withdraw:address.own') : refusal?.message
}

function memoFault(t: Translate, form: Withdraw): string | undefined {
  const { network, destination, guard } = form
  if (network === undefined || destination.entry !== undefined) return undefined
  const fault = guard.inspectTag?.(network, destination.memo)
  return fault === undefined ? undefined : t(`withdraw:memo.${fault}`, { memo: network.memoName ?? t('wallet:memo') })
}

/** @param visible balances are shown: else a bound that follows from one is not */
function amountWords(t: Translate, form: Withdraw, visible: boolean): string | undefined {
  const { amountFault, scale, coin, preview } = form
  if (amountFault === undefined) return undefined
  const amount = (text: string) => withUnit(formatNumber(text), coin?.coinName ?? '')
  const { min = '0', max = '0', balance = '0' } = preview.data ?? {}
  const most = (text: string) => (visible ? amount(mostOf(text, scale)) : withUnit(HIDDEN_AMOUNT, coin?.coinName ?? ''))
  if (amountFault === 'belowMin') return t('withdraw:amount.belowMin', { amount: amount(min) })
  if (amountFault === 'aboveBalance') return t('withdraw:amount.aboveBalance', { amount: most(balance) })
  if (amountFault === 'aboveMax') return t('withdraw:amount.aboveMax', { amount: most(max) })
  return t(`withdraw:amount.${amountFault}`, { count: String(scale) })
}

function useLock(form: Withdraw): string | undefined {
  const t = useT()
  const security = useSecurity().data
  const until = form.preview.data?.lockUntil ?? security?.withdrawLockUntil ?? null
  if (security?.frozen === 1) return t('withdraw:lock.frozen')
  if (security !== undefined && security.withdrawMethods.length === 0) return t('withdraw:lock.factor')
  if (until !== null && until > serverNow())
    return t('withdraw:lock.until', { time: `${formatDay(until)} ${isolated(formatTime(until, false))}` })
  return form.networks.data !== undefined && form.open.length === 0 ? t('withdraw:closed', { coin: form.coin?.coinName ?? '' }) : undefined
}

export function useFaults(form: Withdraw, tried: boolean): Faults {
  const t = useT()
  const onlyListed = useSecurity().data?.whitelistStatus === 1
  const { place, destination, network, amount, typed, addressRefusal } = form
  const coin = form.coin?.coinName ?? ''
  const { entry } = destination
  const missing = (isMissing: boolean, words: string) => (tried && isMissing ? words : undefined)
  const wrongAddress = addressFault(t, destination.inspection, coin) ?? refusedAddress(t, addressRefusal)
  const entryWords =
    (entry === undefined ? undefined : entryLock(t, entry, form.open, onlyListed)) ?? (place === 'book' ? wrongAddress : undefined)
  const newWords = place === 'new' ? (onlyListed ? t('withdraw:entry.onlyListed') : wrongAddress) : undefined
  const memoWords = destination.memo === '' && !tried ? undefined : memoFault(t, form)
  const amountText = amountWords(t, form, useBalancesVisible())
  const open: readonly (readonly [Field, boolean])[] = [
    ['entry', place === 'book' && (entry === undefined || entryWords !== undefined)],
    ['address', place === 'new' && (destination.inspection?.kind !== 'fits' || newWords !== undefined)],
    ['memo', memoFault(t, form) !== undefined],
    ['network', network === undefined],
    ['amount', amount === undefined || amountText !== undefined],
  ]
  return {
    entry: entryWords ?? missing(place === 'book' && entry === undefined, t('withdraw:entry.missing')),
    address: newWords ?? missing(place === 'new' && destination.address === '', t('withdraw:address.empty')),
    memo: memoWords,
    network: missing(network === undefined && form.fitting.length > 0, t('withdraw:network.missing')),
    amount: amountText ?? missing(typed.kind === 'empty', t('withdraw:amount.empty')),
    first: open.find(([, isOpen]) => isOpen)?.[0],
    lock: useLock(form),
  }
}
