/** Everything once more before coins are set aside; what looks odd has to be confirmed. */
import { createWithdraw } from '@agio/wire/wallet/wallet.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { sendDeed } from '../../../data/deed.ts'
import { send } from '../../../data/http-client.ts'
import { queryClient } from '../../../data/query-client.ts'
import { spotChanged } from '../../../data/spot/spot-changes.ts'
import { formatNumber, withUnit } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { CoinLogo } from '../../../ui/coin-logo.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useNavigate } from '../../../ui/navigation.tsx'
import { NumberText } from '../../../ui/number-text.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { Note } from '../../../user-centre/account-card.tsx'
import { shortened } from '../model/tx-model.ts'
import { AddressGroups } from '../parts/address-groups.tsx'
import { codesKey } from './codes-model.ts'
import { outcomeOf, type Withdraw } from './use-withdraw.ts'

/** Asks for the withdrawal: once, however often it is pressed or its answer is lost. */
function useRequest(form: Withdraw) {
  const navigate = useNavigate()
  const action = useAction('withdrawal')
  const { coin, network, destination, amount, draft } = form
  const request = () => {
    if (coin === undefined || network === undefined || amount === undefined) return
    const { entry, address, memo } = destination
    const what = {
      ...{ coinId: coin.coinId, protocolType: network.protocolType, amount },
      ...(entry === undefined ? { address, ...(memo !== '' && { memo }) } : { addressId: entry.id }),
      ...(draft.remark.trim() !== '' && { remark: draft.remark.trim() }),
    }
    void action.runDeed(async () => {
      const outcome = await sendDeed({
        ...{ kind: 'withdrawal', body: what },
        send: (body, clientId) => send(createWithdraw, { ...body, clientId }),
      })
      spotChanged()
      if (outcome.kind === 'done') {
        const { id } = outcome.answer
        queryClient.setQueryData(codesKey(id), outcome.answer)
        navigate(`${paths.withdraw}?id=${encodeURIComponent(id)}`)
      }
      return outcome
    })
  }
  return { ...action, request }
}

export function ReviewDialog({ form, onClose }: { readonly form: Withdraw; readonly onClose: () => void }) {
  const t = useT()
  const { busy, refusal, request } = useRequest(form)
  const [confirmed, setConfirmed] = useState(false)
  const [tried, setTried] = useState(false)
  const { coin, network, destination, preview, amount, guard } = form
  const { inspection, entry, memo } = destination
  if (coin === undefined || network === undefined || amount === undefined || inspection?.kind !== 'fits') return null
  const alike = inspection.lookAlike
  const isFirst = guard.wasUsed(destination.address, memo === '' ? null : memo) !== true
  const odd = alike !== undefined ? 'alike' : isFirst ? 'first' : undefined
  const go = () => {
    setTried(true)
    if (odd === undefined || confirmed) request()
  }
  const outcome = outcomeOf(form)
  // What it costs is known before it is asked for; where the server does not say, it says so when asked.
  const waits = preview.isPlaceholderData || preview.isPending
  const total = withUnit(formatNumber(amount), coin.coinName)
  return (
    <Dialog title={t('withdraw:review.title')} onClose={onClose} width={520} sheet>
      <div className="flex flex-col gap-4" data-review-dialog>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-field px-4 py-3.5">
          <CoinLogo coin={coin.coinName} size={36} url={coin.iconUrl} />
          <span className="min-w-0 flex-1">
            <span className="block text-small text-muted">{t('wallet:arrives')}</span>
            <span className="block text-price">
              <NumberText value={outcome?.arrivedAmount ?? ''} unit={coin.coinName} />
            </span>
          </span>
          <span className="text-end text-small text-muted max-[419px]:w-full max-[419px]:text-start">
            <span className="block">{t('withdraw:review.sent', { amount: formatNumber(amount) })}</span>
            <span className="block">{t('withdraw:review.fee', { amount: formatNumber(outcome?.fee ?? '') })}</span>
          </span>
        </div>
        <div>
          <p className="mb-1 flex items-center justify-between gap-3 text-dense text-muted">
            <span className="min-w-0 truncate">
              {t('wallet:to')} {entry !== undefined && <bdi className="font-semibold text-fg">{entry.label}</bdi>}
            </span>
            <bdi className="shrink-0 rounded-chip border border-line2 px-1.5 text-small leading-4.5 font-medium text-fg">
              {`${network.chainName} · ${network.protocolType}`}
            </bdi>
          </p>
          <AddressGroups address={inspection.address} />
          {memo !== '' && (
            <p className="mt-1 text-dense">
              {network.memoName ?? t('wallet:memo')} <bdi className="secret font-semibold">{memo}</bdi>
            </p>
          )}
          <p className="mt-1 text-small text-muted">{t('withdraw:review.compare')}</p>
        </div>
        {odd !== undefined && (
          <Note icon={TriangleAlert} tone="warning">
            <strong>
              {alike === undefined ? t('withdraw:odd.first') : t('withdraw:odd.alike', { label: alike.label ?? shortened(alike.address) })}
            </strong>{' '}
            {t(`withdraw:odd.${odd}Text`)}
            {alike !== undefined && (
              <span className="mt-2 block">
                <span className="block text-small text-muted">{t('withdraw:odd.known')}</span>
                <AddressGroups address={alike.address} />
              </span>
            )}
            <div className="mt-3">
              <Checkbox
                checked={confirmed}
                onChange={(event) => setConfirmed(event.target.checked)}
                fault={tried && !confirmed ? t('withdraw:odd.tick') : undefined}
              >
                {t(`withdraw:odd.${odd}Confirm`)}
              </Checkbox>
            </div>
          </Note>
        )}
        {refusal !== undefined && (
          <p role="alert" className="text-dense text-down-text">
            {refusal.text}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button size={52} onClick={onClose}>
            {t('withdraw:review.back')}
          </Button>
          <Button look="primary" size={52} sending={busy || waits} onClick={go} className="grow" data-request>
            {t('withdraw:review.go', { amount: total })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
