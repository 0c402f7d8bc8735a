/** The address to send to: as a code, in groups, with its tag where one is needed, and what must not be sent there. */
import type { Coin } from '@agio/wire/assets/types.ts'
import type { ChainAddress, CoinExt } from '@agio/wire/wallet/types.ts'
import { CircleAlert, Hourglass, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../data/message-of.ts'
import { useChains, useCoinChains, useDepositAddress } from '../../../data/wallet/networks.ts'
import { useT } from '../../../i18n/i18n.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Bar } from '../../../ui/skeleton.tsx'
import { Note } from '../../../user-centre/account-card.tsx'
import { AddressGroups } from '../parts/address-groups.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { AddressQr, SaveQr } from './address-qr.tsx'

const READY = 1

interface AddressStepProps {
  readonly coin: Coin
  readonly network: CoinExt
}

/** A node that starts or does not answer. */
const DOWN = 2

/** The address on the network's blockchain, whose key stands with the coin's blockchains. */
function useAddress(coin: Coin, { protocolType }: CoinExt) {
  const chains = useCoinChains(coin.coinId)
  const states = useChains().data
  const blockchain = chains.data?.find((chain) => chain.protocolType === protocolType)?.blockchain
  const address = useDepositAddress(blockchain, coin.coinId)
  const isDown = states?.find((state) => state.blockchain === blockchain)?.status === DOWN
  return { query: chains.isError ? chains : address, address: address.data, isDown }
}

export function AddressStep({ coin, network }: AddressStepProps) {
  const t = useT()
  const { query, address, isDown } = useAddress(coin, network)
  if (address === undefined && query.isError)
    return (
      <div className="rounded-card border border-line">
        <ErrorPanel
          title={t('wallet:address.failed')}
          text={messageOf(query.error)}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      {isDown && (
        <Note icon={Info}>
          <strong>{t('wallet:chain.down', { network: network.chainName })}</strong> {t('wallet:chain.downText')}
        </Note>
      )}
      {address?.status === READY ? <Ready address={address} network={network} /> : <Making known={address !== undefined} />}
      <Note icon={TriangleAlert} tone="warning">
        <strong>{t('wallet:warn', { coin: coin.coinName, network: `${network.chainName} (${network.protocolType})` })}</strong>{' '}
        {t('wallet:warn.text')}
      </Note>
    </div>
  )
}

/** Nothing to copy yet; it comes by itself. */
function Making({ known }: { readonly known: boolean }) {
  const t = useT()
  return (
    <div
      role="status"
      className="flex min-h-48 items-center gap-5 rounded-card border border-line p-5 max-sm:flex-col max-sm:items-start"
      data-making={known || undefined}
    >
      <span className="flex size-39 shrink-0 items-center justify-center rounded-control border border-line bg-field text-muted">
        <Icon as={Hourglass} size={24} />
      </span>
      {known ? (
        <span>
          <strong className="block text-base font-semibold">{t('wallet:address.making')}</strong>
          <span className="text-dense text-muted">{t('wallet:address.makingText')}</span>
        </span>
      ) : (
        <span className="flex w-full flex-col gap-3">
          <span className="visually-hidden">{t('ui:loading')}</span>
          <Bar width={160} />
          <Bar width="80%" height={14} />
          <Bar width="60%" height={14} />
        </span>
      )}
    </div>
  )
}

function Ready({ address, network }: { readonly address: ChainAddress; readonly network: CoinExt }) {
  const t = useT()
  const { memo } = address
  const memoName = network.memoName ?? t('wallet:memo')
  return (
    <>
      <div className="flex items-center gap-6 rounded-card border border-line p-5 max-sm:flex-col max-sm:items-start max-sm:gap-4 max-sm:p-4">
        <span className="shrink-0 rounded-card border border-line bg-white p-4 max-sm:self-center">
          <AddressQr text={address.address} label={t('wallet:address.qr')} />
        </span>
        <Copied
          title={
            <>
              {t('wallet:address.yours', { coin: network.coinName })}{' '}
              <bdi className="inline-block rounded-chip border border-line2 px-1.5 text-small leading-4.5 font-medium text-fg">
                {network.protocolType}
              </bdi>
            </>
          }
          hint={t('wallet:address.compare')}
          actions={
            <>
              <CopyButton text={address.address} label={t('wallet:address.copy')} look="primary" name="address" />
              <SaveQr text={address.address} name={`${network.coinName}-${network.protocolType}`} />
            </>
          }
        >
          <AddressGroups address={address.address} />
        </Copied>
      </div>
      {memo !== null && (
        <div className="flex items-center gap-6 rounded-card border border-line p-5 max-sm:flex-col max-sm:items-start max-sm:gap-4 max-sm:p-4">
          <span className="shrink-0 rounded-card border border-line bg-white p-4 max-sm:self-center">
            <AddressQr text={memo} label={t('wallet:memo.qr', { memo: memoName })} size={96} />
          </span>
          <Copied
            title={t('wallet:memo.yours', { memo: memoName })}
            hint={
              <span className="flex items-start gap-1.5 text-warning-text">
                <Icon as={CircleAlert} size={14} className="mt-px" />
                <span>
                  <strong>{t('wallet:memo.both', { memo: memoName })}</strong> {t('wallet:memo.bothText', { memo: memoName })}
                </span>
              </span>
            }
            actions={<CopyButton text={memo} label={t('wallet:memo.copy', { memo: memoName })} look="primary" name="memo" />}
          >
            <bdi className="secret text-[20px] leading-7 font-semibold" data-memo={memo}>
              {memo}
            </bdi>
          </Copied>
        </div>
      )}
    </>
  )
}

interface CopiedProps {
  readonly title: ReactNode
  readonly hint: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A text to be copied: what it is, the text, what to look at, and the ways to take it along. */
function Copied({ title, hint, actions, children }: CopiedProps) {
  return (
    <div className="min-w-0 flex-1 max-sm:w-full">
      <p className="mb-1 text-dense text-muted">{title}</p>
      {children}
      <div className="mt-1.5 text-small text-muted">{hint}</div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:[&>button]:h-11 max-sm:[&>button]:flex-1">{actions}</div>
    </div>
  )
}
