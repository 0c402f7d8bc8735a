/** The state of an address that is being added: what was typed, what it fits, and saving it once. */
import { saveAddress } from '@agio/wire/wallet/address-book.ts'
import { useState } from 'react'
import { sendDeed } from '../../../data/deed.ts'
import { send } from '../../../data/http-client.ts'
import { spotChanged } from '../../../data/spot/spot-changes.ts'
import { useCoinNetworks, useWalletCoins } from '../../../data/wallet/networks.ts'
import { useT } from '../../../i18n/i18n.ts'
import { withProof } from '../../../proof/proof-store.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { addressFault } from '../guard/address-words.ts'
import { useGuard } from '../guard/use-guard.ts'
import { labelFault } from '../model/label-model.ts'
import { networkOf } from '../model/network-model.ts'

export type EntryField = 'label' | 'address' | 'network' | 'memo'

interface Draft {
  readonly coin: string | undefined
  readonly label: string
  readonly address: string
  readonly memo: string
  readonly protocolType: string | undefined
  readonly listed: boolean
}

const EMPTY: Draft = { coin: undefined, label: '', address: '', memo: '', protocolType: undefined, listed: true }

export function useEntry(onDone: () => void) {
  const t = useT()
  const action = useAction('address')
  const [draft, setDraft] = useState(EMPTY)
  const guard = useGuard(draft.address !== '')
  const [tried, setTried] = useState(false)
  const coins = useWalletCoins().data ?? []
  const coin = coins.find(({ coinName }) => coinName === draft.coin) ?? coins[0]
  const networks = useCoinNetworks(coin?.coinId).data ?? []
  const text = draft.address.trim()
  const wanted = networks.map(({ protocolType }) => protocolType)
  const inspection = text === '' ? undefined : guard.inspect?.(text, wanted)
  const fitting = inspection?.kind === 'fits' ? networks.filter(({ protocolType }) => inspection.networks.includes(protocolType)) : []
  const network = networkOf(fitting, draft.protocolType)
  const memo = draft.memo.trim()
  const tagFault = network === undefined ? undefined : guard.inspectTag?.(network, memo)
  const wrongLabel = labelFault(draft.label)
  const wrongAddress = addressFault(t, inspection, coin?.coinName ?? '')
  const faults: Readonly<Record<EntryField, string | undefined>> = {
    label: wrongLabel === undefined ? undefined : t(`addresses:label.${wrongLabel}`),
    address: text === '' ? t('withdraw:address.empty') : wrongAddress,
    network: fitting.length > 0 && network === undefined ? t('withdraw:network.missing') : undefined,
    memo: tagFault === undefined ? undefined : t(`withdraw:memo.${tagFault}`, { memo: network?.memoName ?? t('wallet:memo') }),
  }
  const first = (['label', 'address', 'network', 'memo'] as const).find((field) => faults[field] !== undefined)
  const save = () => {
    if (coin === undefined || network === undefined) return
    const what = {
      ...{ coinId: coin.coinId, protocolType: network.protocolType, address: text, label: draft.label.trim() },
      ...(memo !== '' && { memo }),
      isWhitelisted: draft.listed ? (1 as const) : (0 as const),
    }
    void action.runDeed(async () => {
      const outcome = await sendDeed({
        ...{ kind: 'address', body: what },
        send: (body, clientId) => withProof(() => send(saveAddress, { ...body, clientId })),
      })
      spotChanged()
      if (outcome.kind === 'done' && outcome.answer !== undefined) {
        toast({ kind: 'success', title: t('addresses:added', { label: outcome.answer.label }) })
        onDone()
      }
      return outcome
    })
  }
  /** @returns the field that the focus belongs to; undefined when it is on its way */
  const submit = (): EntryField | undefined => {
    setTried(true)
    if (first === undefined) save()
    return first
  }
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const typed: Readonly<Record<EntryField, boolean>> = { label: false, address: text !== '', network: false, memo: memo !== '' }
  const shown = (field: EntryField) => (tried || typed[field] ? faults[field] : undefined)
  return { ...action, draft, change, coins, coin, networks, inspection, fitting, network, shown, submit }
}
